package lsp

import (
	"fmt"
	"os"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// commandView writes the flame graph of the run that covers a file, or of the newest run, and has the editor open the
// page in the browser. The page lies in a folder of the session's and is removed with it.
func (s *server) commandView(args arguments) (any, error) {
	if len(args) > 1 {
		args = args[:1]
	}
	request, err := s.exportRequest(append(args[:len(args):len(args)], []byte(`"flamegraph"`)))
	if err != nil {
		return nil, err
	}
	folder, err := s.viewFolder()
	if err != nil {
		return nil, failure("cannot make a folder for the flame graph: %v", err)
	}
	request.path = filepath.Join(folder, filepath.Base(request.path))
	if err := s.export(request); err != nil {
		return nil, err
	}
	s.background.Go(func() { s.openInBrowser(request.path) })
	return map[string]string{"path": request.path, "uri": string(uri.File(request.path))}, nil
}

// viewFolder is the session's folder for pages and outputs, made when it is first needed, for the user alone.
func (s *server) viewFolder() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages == "" {
		folder, err := os.MkdirTemp("", "hotlens-view-")
		if err != nil {
			return "", err
		}
		s.pages = folder
	}
	return s.pages, nil
}

// openInBrowser has the editor open a page in the browser.
func (s *server) openInBrowser(path string) {
	s.open(protocol.ShowDocumentParams{URI: uri.File(path), External: true}, fmt.Sprintf("the flame graph is in %s; open it in a browser", path))
}

// open asks the editor to open a document (LSP 3.17, "show document"). If it cannot, the user is told where it is.
func (s *server) open(document protocol.ShowDocumentParams, where string) {
	s.mu.Lock()
	supported := s.client.showDocument
	s.mu.Unlock()
	var result protocol.ShowDocumentResult
	if supported {
		if err := s.call(s.lifetime, protocol.MethodShowDocument, &document, &result); err != nil {
			s.log.Debug("the editor did not open a document", "error", err)
		}
	}
	if !result.Success && s.lifetime.Err() == nil {
		s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "hotlens: " + where})
	}
}
