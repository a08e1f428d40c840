package lsp

import (
	"bufio"
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/segmentio/encoding/json"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// maxMessageBytes bounds a message, so that a garbled length cannot make the
// server reserve the machine's memory. Editors send whole files, no more.
const maxMessageBytes = 64 << 20

// maxMessageDepth bounds how deep arrays and objects in a message lie in each other:
// the decoder takes a piece of the stack for each, without a bound of its own. What
// LSP defines has a tenth of it.
const maxMessageDepth = 200

// answerBytes is more than the lenses of a file of ten thousand lines take. What Linux can it lets an editor leave unread so much before the server waits for it, and
// so much room is kept for the next answer. It is also what Linux lets everybody have of a pipe (pipe(7), /proc/sys/fs/pipe-max-size).
const answerBytes = 1 << 20

// stream frames messages as LSP's base protocol has it. Other than the one of
// jsonrpc2 it survives a message that is not JSON-RPC, or not framed as it should be (it answers with an
// error), and it ends behind the exit notification, so that the server need not
// wait for the editor to close the pipe.
type stream struct {
	in     *bufio.Reader
	source io.Reader

	mu      sync.Mutex // guards what follows
	out     io.Writer
	content []byte // of the last answer, and the last frame: room for the next
	frame   []byte

	ended bool // only read and written by Read
	once  sync.Once
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), source: in, out: out}
}

// Read implements jsonrpc2.Stream.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	var total int64
	for !s.ended {
		if err := ctx.Err(); err != nil {
			return nil, total, err
		}
		length, err := s.readHeader()
		if err != nil {
			return nil, total, err
		}
		content, err := s.readContent(length)
		if err != nil {
			return nil, total, fmt.Errorf("reading a message of %d bytes: %w", length, err)
		}
		total += int64(length)
		if content == nil {
			continue
		}
		message, err := decodeMessage(content)
		if err != nil {
			if err := s.rejectMessage(err); err != nil {
				return nil, total, err
			}
			continue
		}
		if notification, ok := message.(*jsonrpc2.Notification); ok && notification.Method() == protocol.MethodExit {
			s.ended = true
		}
		return message, total, nil
	}
	return nil, total, io.EOF
}

// decodeMessage decodes a message unless it is nested too deeply.
func decodeMessage(content []byte) (jsonrpc2.Message, error) {
	if nestedDeeper(content, maxMessageDepth) {
		return nil, fmt.Errorf("arrays and objects are nested more than %d deep", maxMessageDepth)
	}
	return jsonrpc2.DecodeMessage(content)
}

// nestedDeeper tells whether arrays and objects of a JSON text lie deeper in each
// other than a limit. Of what is not JSON it may tell anything: the decoder refuses it.
func nestedDeeper(text []byte, limit int) bool {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++ // what is escaped ends no string
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			if depth++; depth > limit {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// readHeader returns the length that the header fields announce. Where a message was not as long as announced, or announced nonsense, its rest
// stands in front of the next header, on the same line perhaps, and is passed over.
func (s *stream) readHeader() (int, error) {
	length := -1
	for {
		line, err := s.in.ReadString('\n')
		if err != nil {
			return 0, err
		}
		line = strings.TrimSpace(line)
		if line == "" && length >= 0 {
			return length, nil
		}
		at := strings.LastIndex(strings.ToLower(line), lengthField)
		if at < 0 {
			continue
		}
		value := strings.TrimSpace(strings.ToLower(line)[at+len(lengthField):])
		if length, err = strconv.Atoi(value); err != nil || length < 0 {
			length = -1
			if err := s.rejectMessage(fmt.Errorf("a message announced %q as its length", value)); err != nil {
				return 0, err
			}
		}
	}
}

// lengthField begins the header field that counts, in lower case.
var lengthField = strings.ToLower(jsonrpc2.HdrContentLength) + ":"

// readContent reads what follows a header. It answers, and returns nothing, if that is too much.
func (s *stream) readContent(length int) ([]byte, error) {
	if length <= maxMessageBytes {
		content := make([]byte, length)
		_, err := io.ReadFull(s.in, content)
		return content, err
	}
	if _, err := io.CopyN(io.Discard, s.in, int64(length)); err != nil {
		return nil, err
	}
	return nil, s.rejectMessage(fmt.Errorf("a message has %d bytes; at most %d are read", length, maxMessageBytes))
}

// rejectMessage answers what is not JSON-RPC. The ID is null, as JSON-RPC 2.0
// section 5 demands where it could not be read.
func (s *stream) rejectMessage(reason error) error {
	answer, err := stdjson.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": nil, "error": jsonrpc2.NewError(jsonrpc2.ParseError, reason.Error()),
	})
	if err != nil {
		return err
	}
	_, err = s.write(answer)
	return err
}

// Write implements jsonrpc2.Stream. A message that has an answer waiting for it
// is written even if the request has been cancelled.
func (s *stream) Write(_ context.Context, message jsonrpc2.Message) (int64, error) {
	content, err := encode(message)
	if err != nil {
		return 0, fmt.Errorf("encoding a message: %w", err)
	}
	return s.write(content)
}

// encode encodes a message by its own method, as json.Marshal does, but without reading again what that has made.
func encode(message jsonrpc2.Message) ([]byte, error) {
	if marshaler, ok := message.(stdjson.Marshaler); ok {
		return marshaler.MarshalJSON()
	}
	return stdjson.Marshal(message)
}

// answer answers a request. Lenses of a large file are some hundred kilobytes, again at each key: other than by Write, nothing of that size is made
// for each answer, and what was encoded is not read again. Nothing is written if the result cannot be encoded.
func (s *stream) answer(id jsonrpc2.ID, result any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	content, err := encodeInto(append(s.content[:0], `{"jsonrpc":"2.0","result":`...), result)
	if err == nil {
		content, err = json.Append(append(content, `,"id":`...), &id, 0)
	}
	if err != nil {
		return fmt.Errorf("encoding an answer: %w", err)
	}
	content = append(content, '}')
	s.content = kept(content)
	_, err = s.writeFrame(content)
	return err
}

// encoded is a result that is JSON already.
type encoded []byte

// encodeInto adds a result to what was encoded.
func encodeInto(content encoded, result any) (encoded, error) {
	if known, ok := result.(encoded); ok {
		return append(content, known...), nil
	}
	return json.Append(content, result, json.SortMapKeys)
}

// write writes a message.
func (s *stream) write(content []byte) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.writeFrame(content)
}

// writeFrame writes a message at once: half of one would have the editor wake up for nothing. The caller holds s.mu.
func (s *stream) writeFrame(content []byte) (int64, error) {
	frame := fmt.Appendf(s.frame[:0], "%s: %d\r\n\r\n", jsonrpc2.HdrContentLength, len(content))
	frame = append(frame, content...)
	s.frame = kept(frame)
	written, err := s.out.Write(frame)
	return int64(written), err
}

// kept is a buffer for the next message, or none if it is so large that there will hardly be another one.
func kept(buffer []byte) []byte {
	if cap(buffer) > answerBytes {
		return nil
	}
	return buffer
}

// Close implements jsonrpc2.Stream. It ends reading; out is the caller's, and
// takes the answers that are still due.
func (s *stream) Close() error {
	var err error
	s.once.Do(func() {
		if closer, ok := s.source.(io.Closer); ok {
			err = closer.Close()
		}
	})
	return err
}
