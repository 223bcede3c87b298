/// `baton` as processes of their own: started as users start it, killed, stopped and continued as machines do it to them.
///
/// It refuses to know what the processes are for: whoever starts one says by which line it is ready.
///
/// Start with [Launcher][dev.baton.testkit.process.Launcher].
@NullMarked
package dev.baton.testkit.process;

import org.jspecify.annotations.NullMarked;
