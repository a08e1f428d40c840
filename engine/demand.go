package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"hotlens/engine/javac"
)

// This file has sources compiled while the program runs: a compiler finds what types and strings lead to, and a program may put together the name of a class that it loads.

// demand compiles what a program misses.
type demand struct {
	service func() *javac.Service
	output  string // the folder for compiled classes
	// compile compiles all of the program.
	compile func(context.Context, *javac.Service) (*javac.Result, error)

	mutex  sync.Mutex
	newest *javac.Result // what was compiled last; nil: nothing
}

// serve has the program of a process ask for what it misses. If d is nil there are no sources.
func (d *demand) serve(p *process) {
	if d != nil {
		p.CompileOnDemand(d.miss)
	}
}

// miss compiles what the program looks for. If that fails, it stays missing, as the program then finds.
func (d *demand) miss(ctx context.Context, name string) { d.missAll(ctx, []string{name}) }

func (d *demand) missAll(ctx context.Context, names []string) {
	service := d.service()
	var err error
	for _, name := range names {
		err = errors.Join(err, service.Miss(ctx, d.output, name))
	}
	var result *javac.Result
	if err == nil {
		result, err = d.compile(ctx, service)
	}
	if err != nil || !result.OK {
		slog.Debug("compiling what the program has looked for", "names", names, "error", err)
		return
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.newest = result
}

// result is what was compiled last while the program ran; nil if that was nothing.
func (d *demand) result() *javac.Result {
	if d == nil {
		return nil
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.newest
}

// compileMissed has the sources of a request, which a function compiles, compiled on demand. The compiler ends with the plan.
func (p *Plan) compileMissed(request *javac.Request, compile func(context.Context, *javac.Service) (*javac.Result, error)) (err error) {
	if p.program.Sources, err = request.Sources(); err != nil {
		return fmt.Errorf("the sources of the program: %w", err)
	}
	service := sync.OnceValue(func() *javac.Service {
		p.compiler = p.startCompiler()
		return p.compiler
	})
	p.missed = &demand{service: service, output: request.OutputDir, compile: compile}
	return nil
}

// renew takes over what was compiled while the program ran.
func (p *Plan) renew() {
	if newest := p.missed.result(); newest != nil {
		p.Index, p.uncompiled = newest.Index, newest.LeftOut
		if p.tests != nil {
			p.tests.uncompiled = newest.LeftOut
		}
	}
}
