package lsp

import (
	"context"
	"encoding/json"
)

// didChangeConfiguration takes new settings. Editors either send them, with or
// without the section around them, or send nothing and want to be asked.
func (s *server) didChangeConfiguration(_ context.Context, params struct {
	Settings json.RawMessage `json:"settings"`
}) (any, error) {
	var sections map[string]json.RawMessage
	if json.Unmarshal(params.Settings, &sections) != nil || len(sections) == 0 {
		s.pullConfiguration()
		return nil, nil
	}
	if section, found := sections[configurationSection]; found {
		s.reconfigure(nil, section)
	} else {
		s.reconfigure(nil, params.Settings)
	}
	return nil, nil
}
