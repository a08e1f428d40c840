// Package mappedfile has files of a JDK in memory that are large, and of which little is read: their pages are those of the kernel's cache, which
// all processes share.
//
// Invariant: what is mapped cannot be written. Whoever truncates a file that is mapped ends the process.
package mappedfile
