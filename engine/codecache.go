package engine

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"hotlens/vm/codecache"
	"hotlens/vm/configuration"
)

const (
	// CodeCacheVariable is the environment variable that says where compiled code is
	// kept, where no setting does.
	CodeCacheVariable = "HOTLENS_CODE_CACHE"
	// CodeCacheOff says that it is not kept, in place of a folder.
	CodeCacheOff = "off"
)

// codeCacheFolder is the folder that a setting means, "" for none.
func codeCacheFolder(setting string) string {
	folder := cmp.Or(setting, os.Getenv(CodeCacheVariable))
	if folder == CodeCacheOff {
		return ""
	}
	var err error
	if folder != "" {
		folder, err = filepath.Abs(folder)
	} else if folder, err = os.UserCacheDir(); err == nil {
		folder = filepath.Join(folder, "hotlens", "code")
	}
	if err != nil {
		slog.Debug("compiled code is not kept", "error", err)
		return ""
	}
	return folder
}

// diagnoseCodeCache says where compiled code is kept, and how much there is.
func diagnoseCodeCache(config configuration.Run) Finding {
	f := Finding{Subject: "compiled code", Verdict: Fine, Text: "is not kept"}
	folder := codeCacheFolder(config.CodeCache)
	if folder == "" {
		return f
	}
	files, bytes, err := codecache.Size(folder)
	if err != nil {
		f.Verdict, f.Text = Warning, err.Error()
		f.Advice = "mend that, or name another folder with --code-cache or " + CodeCacheVariable + ": until then everything is compiled in every run"
		return f
	}
	plural := "s"
	if files == 1 {
		plural = ""
	}
	f.Text = fmt.Sprintf("%.1f of at most %d MB in %d file%s in %s; remove it to start afresh", float64(bytes)/(1<<20), codecache.MaxBytes>>20, files, plural, folder)
	return f
}
