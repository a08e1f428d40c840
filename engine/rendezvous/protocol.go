package rendezvous

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/sources"
	"hotlens/vm/configuration"
)

// This file is what two processes say to each other: JSON values, one request from who has come, then the
// answers of the run. Who has come says that it has enough by ending its side of the connection, and so does its death.

// version is that of the protocol.
const version = 2

// Description is what a run tells of itself.
type Description struct {
	Name      string    `json:"name"` // what was to be run, as the user gave it
	Main      string    `json:"main"` // the main class; "" where the module says it
	Started   time.Time `json:"started"`
	Tier      string    `json:"tier"`
	Profilers []string  `json:"profilers"` // that it has been started with
	Joined    *Joined   `json:"joined,omitempty"`
}

// Joined is who has joined a run, and what for.
type Joined struct {
	PID    int    `json:"pid"`
	Wanted Wanted `json:"wanted"`
}

// Wanted is what is to be measured.
type Wanted struct {
	Profilers []string             `json:"profilers"` // the names that package profiles has
	Timing    configuration.Timing `json:"timing"`
	// SamplerInterval is how often the sampler looks; 0 is every millisecond.
	SamplerInterval time.Duration `json:"samplerInterval"`
	For             time.Duration `json:"for"` // 0: until who has come leaves
	PID             int           `json:"pid"` // of who has come
}

// CanBegin reports whether what these profilers measure can begin in a running program: the tree of contexts with the call edges, the times of call
// subgraphs, or the sampler's samples. The first of them says which.
func CanBegin(profilers []string) bool {
	return slices.ContainsFunc([][]string{
		{profiles.ProfilerContexts, profiles.ProfilerEdges}, {profiles.ProfilerTime}, {profiles.ProfilerSampler},
	}, func(can []string) bool { return slices.Equal(profilers, can) })
}

// Measured is what was measured.
type Measured struct {
	Profile   json.RawMessage `json:"profile"`         // of the schema that package profiles encodes
	Index     *sources.Index  `json:"index,omitempty"` // nil where hotlens has not compiled the program
	ClassPath []string        `json:"classPath"`       // where to look for sources without an index; absolute paths
	Ended     bool            `json:"ended"`           // because the program has
}

type request struct {
	Version int     `json:"version"`
	Wanted  *Wanted `json:"wanted,omitempty"` // nil: only the description
}

// answer has one of its fields.
type answer struct {
	Version     int          `json:"version"`
	Description *Description `json:"description,omitempty"`
	Begun       bool         `json:"begun,omitempty"`
	Measured    *Measured    `json:"measured,omitempty"`
	Error       string       `json:"error,omitempty"`
}

// serve answers a connection until the other side has enough, or the announcement ends.
func (a *Announcement) serve(connection *net.UnixConn) error {
	if err := checkPeer(connection); err != nil {
		return err
	}
	connection.SetReadDeadline(time.Now().Add(answerTimeout))
	defer context.AfterFunc(a.ctx, func() { // nobody has to be waited for any more
		connection.SetReadDeadline(time.Now())
		connection.SetWriteDeadline(time.Now().Add(farewellTimeout))
	})()
	decoder, encoder := json.NewDecoder(connection), json.NewEncoder(connection)
	var asked request
	if err := decoder.Decode(&asked); err != nil {
		return err
	}
	if asked.Version != version || asked.Wanted == nil {
		description := a.host.Describe()
		return encoder.Encode(answer{Version: version, Description: &description})
	}
	connection.SetReadDeadline(time.Time{})
	ctx, leave := context.WithCancel(a.ctx)
	defer leave()
	var listening conc.WaitGroup
	defer listening.Wait()
	defer connection.CloseRead()
	listening.Go(func() {
		defer leave()
		io.Copy(io.Discard, connection) // to its end
	})
	measured, err := a.host.Measure(ctx, *asked.Wanted, func() { encoder.Encode(answer{Version: version, Begun: true}) })
	connection.SetWriteDeadline(time.Now().Add(farewellTimeout))
	if err != nil {
		return encoder.Encode(answer{Version: version, Error: err.Error()})
	}
	measured.Ended = a.ctx.Err() != nil
	return encoder.Encode(answer{Version: version, Measured: measured})
}

// errVersion says that the other process speaks another version of the protocol.
var errVersion = errors.New("it runs in another version of hotlens")

func describe(connection *net.UnixConn) (*Description, error) {
	if err := json.NewEncoder(connection).Encode(request{Version: version}); err != nil {
		return nil, err
	}
	var got answer
	if err := json.NewDecoder(connection).Decode(&got); err != nil {
		return nil, err
	}
	if got.Version != version || got.Description == nil {
		return nil, errVersion
	}
	return got.Description, nil
}

// Join measures what the run does until the context ends, the time wanted has passed or the program has ended, and
// calls begun when that has begun. Errors are one line for the user.
func (r *Run) Join(ctx context.Context, wanted Wanted, begun func()) (*Measured, error) {
	sockets, err := openFolder(r.folder)
	if err != nil {
		return nil, err
	}
	defer sockets.close()
	connection, err := sockets.dial(ctx, r.name)
	switch {
	case isGone(err):
		return nil, fmt.Errorf("the program of process %d has ended", r.PID)
	case err != nil:
		return nil, fmt.Errorf("joining process %d: %w", r.PID, err)
	}
	defer connection.Close()
	defer context.AfterFunc(ctx, func() {
		connection.CloseWrite()
		connection.SetReadDeadline(time.Now().Add(farewellTimeout))
	})()
	if err := json.NewEncoder(connection).Encode(request{Version: version, Wanted: &wanted}); err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("joining process %d: %w", r.PID, err)
	}
	decoder := json.NewDecoder(connection)
	for {
		var got answer
		switch err := decoder.Decode(&got); {
		case err != nil && ctx.Err() != nil:
			return nil, fmt.Errorf("process %d has not told what it measured: %w", r.PID, err)
		case err != nil:
			return nil, fmt.Errorf("process %d has ended and told nothing: was it killed? (%w)", r.PID, err)
		case got.Version != version:
			return nil, fmt.Errorf("process %d cannot be joined: %w", r.PID, errVersion)
		case got.Error != "":
			return nil, errors.New(got.Error)
		case got.Measured != nil:
			return got.Measured, nil
		case got.Begun:
			begun()
		}
	}
}
