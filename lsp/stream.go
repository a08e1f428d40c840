package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

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

// outputBuffer holds nearly all messages, which so are written at once; of larger ones the rest is not copied.
const outputBuffer = 64 << 10

// stream frames messages as LSP's base protocol has it. Other than the one of
// jsonrpc2 it survives a message that is not JSON-RPC, or not framed as it should be (it answers with an
// error), and it ends behind the exit notification, so that the server need not
// wait for the editor to close the pipe.
type stream struct {
	in     *bufio.Reader
	source io.Reader

	mu    sync.Mutex    // guards out
	out   *bufio.Writer // holds what is small until it is whole
	ended bool          // only read and written by Read
	once  sync.Once
}

func newStream(in io.Reader, out io.Writer) *stream {
	return &stream{in: bufio.NewReader(in), source: in, out: bufio.NewWriterSize(out, outputBuffer)}
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
	answer, err := json.Marshal(map[string]any{
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
	return s.write(content...)
}

// encode encodes a message by its own method, as json.Marshal does, but without reading again what that has made. The result of an answer
// is neither read nor copied: it has been encoded before, and lenses of a large file are some hundred kilobytes.
func encode(message jsonrpc2.Message) (parts [][]byte, err error) {
	var content []byte
	if answer, ok := message.(*jsonrpc2.Response); ok && answer.Err() == nil && len(answer.Result()) > 0 {
		id := answer.ID()
		if content, err = json.Marshal(&id); err != nil {
			return nil, err
		}
		return [][]byte{[]byte(`{"jsonrpc":"2.0","result":`), answer.Result(), []byte(`,"id":`), content, {'}'}}, nil
	}
	if marshaler, ok := message.(json.Marshaler); ok {
		content, err = marshaler.MarshalJSON()
	} else {
		content, err = json.Marshal(message)
	}
	return [][]byte{content}, err
}

// write writes a message that comes in parts.
func (s *stream) write(parts ...[]byte) (int64, error) {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	header, err := fmt.Fprintf(s.out, "%s: %d\r\n\r\n", jsonrpc2.HdrContentLength, length)
	for _, part := range parts {
		if err == nil {
			_, err = s.out.Write(part)
		}
	}
	if err == nil {
		err = s.out.Flush()
	}
	return int64(header + length), err
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
