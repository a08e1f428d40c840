//go:build !unix

package worker

// LowerPriority does nothing here.
func (w *Worker) LowerPriority() {}
