package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"hotlens/engine"
)

// configurationSection is the section of the editor's settings that is ours.
const configurationSection = "hotlens"

// initialized asks the editor for its settings and to tell when they change.
func (s *server) initialized(context.Context, struct{}) (any, error) {
	s.mu.Lock()
	c := s.client
	s.mu.Unlock()
	if c.registerChanges {
		s.background.Go(func() {
			registration := protocol.RegistrationParams{Registrations: []protocol.Registration{{
				ID:              "hotlens.configuration",
				Method:          protocol.MethodWorkspaceDidChangeConfiguration,
				RegisterOptions: map[string]any{"section": configurationSection},
			}}}
			if err := s.call(s.lifetime, protocol.MethodClientRegisterCapability, &registration, nil); err != nil {
				s.log.Debug("the editor does not announce changed settings", "error", err)
			}
		})
	}
	if problem := engine.Unconfined(); problem != "" {
		s.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeWarning, Message: "hotlens: " + problem})
	}
	s.pullConfiguration()
	return nil, nil
}

// pullConfiguration asks the editor for its settings, if it can answer.
func (s *server) pullConfiguration() {
	s.mu.Lock()
	supported := s.client.configuration
	var question *section
	if supported {
		question = s.sections.ask()
	}
	s.mu.Unlock()
	if !supported {
		return
	}
	s.background.Go(func() {
		params := protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: configurationSection}}}
		var sections []json.RawMessage
		if err := s.call(s.lifetime, protocol.MethodWorkspaceConfiguration, &params, &sections); err != nil {
			s.log.Debug("the editor does not tell its settings", "error", err)
		}
		if len(sections) == 0 {
			sections = []json.RawMessage{nil}
		}
		s.reconfigure(question, sections[0])
	})
}
