package dev.baton.cli.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Signals to this process, each time they come. A shutdown hook hears only the first.
///
/// The class that can do it is supported but not official, and the compiler warns of it: so it is looked up by name.
public final class Signals {
    private Signals() {}

    /// Calls the action, on a thread of the JVM, whenever the signal comes. Without it the signal ends the process.
    ///
    /// @param name without `SIG`
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours =
                    Proxy.newProxyInstance(
                            handler.getClassLoader(),
                            new Class<?>[] {handler},
                            (_, method, _) -> {
                                if (method.getName().equals("handle")) {
                                    action.run();
                                }
                                return null;
                            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
        } catch (ReflectiveOperationException e) {
            if (!(e instanceof InvocationTargetException)) {
                throw new IllegalStateException("this JVM has no signals", e);
            }
            // this signal is somebody else's; it keeps its usual meaning
        }
    }
}
