package engine

import "hotlens/engine/changes"

// Follow says of which files, absolute paths, a session wants to know that they have changed; a folder whose entries are meant ends with "/". Changed, that of the first call, is
// called by one goroutine, not any more when Close has returned. The error says what is not noticed.
func (e *Engine) Follow(files []string, changed func(paths []string)) error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.closed {
		return errClosed
	}
	if e.files == nil {
		if len(files) == 0 {
			return nil
		}
		var err error
		if e.files, err = changes.Start(changed); err != nil {
			return err
		}
	}
	return e.files.Follow(files, nil)
}
