package lsp

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/export"
	"hotlens/profiles/names"
	"hotlens/profiles/report"
)

// exportRequest are the arguments of hotlens.export: a file's URI, a format and a path,
// in this order. Each may be left out: then it is the newest run, the format that the
// path's name tells, and a file in the workspace's folder.
type exportRequest struct {
	run    *analysis.Analysis
	format export.Format
	path   string
}

// commandExport writes the run that covers a file in the format of another tool, and
// answers with the path.
func (s *server) commandExport(args arguments) (any, error) {
	request, err := s.exportRequest(args)
	if err != nil {
		return nil, err
	}
	if err := s.export(request); err != nil {
		return nil, err
	}
	return map[string]string{"path": request.path, "format": request.format.Name}, nil
}

// export carries out a request.
func (s *server) export(request exportRequest) error {
	s.mu.Lock()
	options := export.Options{Metric: s.settings.display.Metric, Base: s.baseFolder()}
	if base := s.comparedWith(request.run); base.run != nil {
		options.Compared, options.ComparedName = base.run.Profile, base.name
	}
	s.mu.Unlock()
	if request.run.Index != nil {
		options.Source = report.IndexedSources(request.run.Index, os.ReadFile)
	}
	if err := writeExport(request, request.run.Profile, options); err != nil {
		return failure("%v", err)
	}
	return nil
}

// comparedWith is the run that a run's changes are told against. There is none unless both ran to their ends and were counted. The caller
// holds s.mu.
func (s *server) comparedWith(run *analysis.Analysis) baseline {
	for _, f := range s.files {
		if f.run != run {
			continue
		}
		base := f.comparedWith()
		if base.run != nil && base.run.Profile.Complete && base.run.Profile.Counted() && run.Profile.Complete && run.Profile.Counted() {
			return base
		}
	}
	return baseline{}
}

func writeExport(r exportRequest, p *profiles.Profile, options export.Options) (err error) {
	file, err := export.Open(r.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return export.Write(file, r.format, p, options)
}

// exportRequest reads the arguments.
func (s *server) exportRequest(args arguments) (r exportRequest, err error) {
	texts := make([]string, len(args))
	for i := range args {
		if err := json.Unmarshal(args[i], &texts[i]); err != nil {
			return r, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "cannot read argument %d: %v", i+1, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r.run = s.newest
	if len(texts) > 0 {
		if covered, ok := pathOf(protocol.DocumentURI(texts[0])); ok {
			r.run, texts = nil, texts[1:]
			if f := s.files[covered]; f != nil {
				r.run = f.run
			}
		}
	}
	if r.run == nil {
		return r, s.noRun("there is no run yet that could be exported; save a file to start one")
	}
	known := false
	if len(texts) > 0 {
		if r.format, known = export.Named(texts[0]); known || texts[0] == "" {
			texts = texts[1:]
		}
	}
	if len(texts) > 0 {
		r.path = texts[0]
	}
	if !known && r.path != "" {
		r.format, known = export.ForFile(r.path)
	}
	if !known || len(texts) > 1 {
		var all []string
		for _, f := range export.Formats() {
			all = append(all, f.Name)
		}
		return r, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "hotlens.export takes a file's URI, a format and a path; the formats are %s", strings.Join(all, ", "))
	}
	if r.path == "" {
		class := names.SimpleClass(strings.ReplaceAll(r.run.Profile.Target.Main, ".", "/"))
		r.path = "hotlens-" + class + r.format.Suffixes[0]
	}
	if path, ok := pathOf(protocol.DocumentURI(r.path)); ok {
		r.path = path
	}
	if !filepath.IsAbs(r.path) {
		r.path = filepath.Join(s.baseFolder(), r.path)
	}
	return r, nil
}

// baseFolder is the workspace's first folder, which relative paths are of; without
// one it is that of temporary files. The caller holds s.mu.
func (s *server) baseFolder() string {
	if len(s.client.folders) > 0 {
		return s.client.folders[0]
	}
	return os.TempDir()
}
