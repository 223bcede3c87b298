/// The rules of execution authority: jobs, attempts, leases, retries and gates, as records, sealed types and pure
/// functions.
///
/// It refuses to know databases, sockets, threads and clocks: the time is an argument, and what happens next is a
/// value that the caller carries out. It needs nothing but `java.base`.
///
/// Start with the states of a job and the one function that decides what a command makes of them.
@NullMarked
package dev.baton.core;

import org.jspecify.annotations.NullMarked;
