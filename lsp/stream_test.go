package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// frame is a message as LSP's base protocol has it.
func frame(content string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(content), content)
}

// TestMessagesThatAreNestedTooDeeply has three million brackets in different places,
// which the decoder's stack would not take. Each is answered, and the next message
// is read.
func TestMessagesThatAreNestedTooDeeply(t *testing.T) {
	const last = `{"jsonrpc":"2.0","method":"last"}`
	for _, deep := range []string{
		strings.Repeat("[", 3<<20),
		strings.Repeat(`{"a":`, 3<<20),
		`{"jsonrpc":"2.0","id":1,"method":"m","params":` + strings.Repeat("[", 3<<20) + strings.Repeat("]", 3<<20) + "}",
		`{"jsonrpc":"2.0","id":1,"method":"m","params":["\"",` + strings.Repeat(`[{"\\":`, 1<<20),
	} {
		var answers bytes.Buffer
		s := newStream(strings.NewReader(frame(deep)+frame(last)), &answers)
		message, _, err := s.Read(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if notification, ok := message.(*jsonrpc2.Notification); !ok || notification.Method() != "last" {
			t.Errorf("the next message is %v", message)
		}
		if text := answers.String(); strings.Count(text, `"error"`) != 1 || !strings.Contains(text, "nested more than 200 deep") {
			t.Errorf("the answer is %q", text)
		}
	}
}

func TestBracketsInStringsAreNotNested(t *testing.T) {
	for _, text := range []string{
		`{"jsonrpc":"2.0","method":"m","params":["` + strings.Repeat("[", 1000) + `"]}`,
		`{"jsonrpc":"2.0","method":"m","params":["\"` + strings.Repeat("{", 1000) + `\\"]}`,
		`{"jsonrpc":"2.0","method":"m","params":[` + strings.Repeat("[],", 1000) + `[]]}`,
		`{"jsonrpc":"2.0","method":"m","params":` + strings.Repeat("[", 199) + strings.Repeat("]", 199) + `}`,
	} {
		s := newStream(strings.NewReader(frame(text)), io.Discard)
		if message, _, err := s.Read(context.Background()); err != nil || message == nil {
			t.Errorf("%.60s...: %v", text, err)
		}
	}
}

// TestFramesThatAreWrong puts garbage in front of a message, which is read all the same; each message that is refused is answered.
func TestFramesThatAreWrong(t *testing.T) {
	const last = `{"jsonrpc":"2.0","method":"last"}`
	large := strings.Repeat("x", maxMessageBytes+1)
	for _, test := range []struct {
		name, garbage string
		answers       int
	}{
		{"no number", "Content-Length: x\r\n\r\n{}", 1},
		{"a negative number", "Content-Length: -1\r\n\r\n", 1},
		{"a number of many digits", "Content-Length: 99999999999999999999\r\n\r\n{}", 1},
		{"too much", frame(large), 1},
		{"longer than announced", "Content-Length: 4\r\n\r\n" + `{"id":1,"method":"m"}`, 1},
		{"nothing but text", "Hello?\r\n\r\nIs anybody there?", 0},
		{"bytes", "\x00\xff\n\xfe:\r\n", 0},
		{"an empty message", frame(""), 1},
		{"no JSON-RPC", frame(`[1]`) + frame(`"text"`) + frame(`null`), 3},
	} {
		var answers bytes.Buffer
		s := newStream(strings.NewReader(test.garbage+frame(last)), &answers)
		message, _, err := s.Read(t.Context())
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if notification, ok := message.(*jsonrpc2.Notification); !ok || notification.Method() != "last" {
			t.Errorf("%s: the next message is %v", test.name, message)
		}
		if said := strings.Count(answers.String(), `"error"`); said != test.answers {
			t.Errorf("%s: %d answers: %s", test.name, said, answers.String())
		}
	}
}

// TestAnswers has answers in room that others have left: short ones behind long ones, and one that cannot be encoded.
func TestAnswers(t *testing.T) {
	var out bytes.Buffer
	s := newStream(strings.NewReader(""), &out)
	long := strings.Repeat("·", answerBytes)
	for i, test := range []struct {
		result any
		want   string
	}{
		{[]string{long[:1000]}, `["` + long[:1000] + `"]`},
		{map[string]any{"b": 1, "a": "<init>"}, `{"a":"<init>","b":1}`},
		{make(chan int), ""},
		{nil, "null"},
		{long, `"` + long + `"`},
		{protocol.Range{}, `{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}`},
	} {
		out.Reset()
		err := s.answer(jsonrpc2.NewNumberID(int32(i)), test.result)
		if test.want == "" {
			if err == nil || out.Len() > 0 {
				t.Errorf("%T: written is %q, the error %v", test.result, out.String(), err)
			}
			continue
		}
		if want := frame(fmt.Sprintf(`{"jsonrpc":"2.0","result":%s,"id":%d}`, test.want, i)); err != nil || out.String() != want {
			t.Errorf("%.60q is written as %.100q, not as %.100q; the error is %v", test.result, out.String(), want, err)
		}
		if cap(s.content) > answerBytes || cap(s.frame) > answerBytes {
			t.Errorf("%.60q: %d and %d bytes are kept", test.result, cap(s.content), cap(s.frame))
		}
	}
}
