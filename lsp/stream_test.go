package lsp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
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
