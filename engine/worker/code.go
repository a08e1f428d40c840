package worker

import (
	"errors"
	"log/slog"
	"os"

	"hotlens/vm/codecache"
)

// codePipes connect a worker with the folder of compiled code, which the agent has
// open and a confined worker cannot reach.
type codePipes struct {
	cache                     *codecache.Cache // nil: nothing is kept
	questionsIn, questionsOut *os.File         // the worker writes
	answersIn, answersOut     *os.File         // the worker reads
}

// openCodeCache opens the folder, "" for none, and the pipes. A folder that cannot
// be used is no error: then everything is compiled.
func openCodeCache(folder string) (*codePipes, error) {
	p := &codePipes{}
	var err error
	if p.questionsIn, p.questionsOut, err = os.Pipe(); err != nil {
		return nil, err
	}
	if p.answersIn, p.answersOut, err = os.Pipe(); err != nil {
		closeAll([]*os.File{p.questionsIn, p.questionsOut})
		return nil, err
	}
	if folder == "" {
		return p, nil
	}
	if p.cache, err = codecache.Open(folder); err != nil {
		slog.Debug("compiled code is not kept", "error", err)
	}
	return p, nil
}

// agent and worker are the ends of the pipes that each side holds.
func (p *codePipes) agent() []*os.File  { return []*os.File{p.questionsIn, p.answersOut} }
func (p *codePipes) worker() []*os.File { return []*os.File{p.questionsOut, p.answersIn} }

// serve answers the worker until it ends.
func (p *codePipes) serve() {
	defer closeAll(p.agent())
	if p.cache == nil {
		return // the worker's questions fail
	}
	if err := errors.Join(codecache.Serve(p.cache, p.questionsIn, p.answersOut), p.cache.Close()); err != nil {
		slog.Debug("serving compiled code", "error", err)
	}
}
