package export

import (
	"bytes"
	"fmt"
	"io"

	pb "github.com/google/pprof/profile"

	"hotlens/profiles"
)

// baseLabel marks the samples of the base. pprof takes those that have it for what
// percentages are of, as with -diff_base (github.com/google/pprof, profile.Merge and
// internal/report).
const baseLabel = "pprof::base"

// WriteDifference writes one pprof profile of two: what "go tool pprof -diff_base" makes
// of them, the samples of the base negative and marked. Only metrics that both have are in
// it.
func WriteDifference(w io.Writer, base, head *profiles.Profile, o Options) error {
	both := make([]*pb.Profile, 2)
	for i, p := range []*profiles.Profile{head, base} {
		var written bytes.Buffer
		if err := Write(&written, Format{Name: "pprof", write: pprof}, p, o); err != nil {
			return err
		}
		parsed, err := pb.Parse(&written)
		if err != nil {
			return fmt.Errorf("exporting a difference: %w", err)
		}
		both[i] = parsed
	}
	if err := pb.CompatibilizeSampleTypes(both); err != nil {
		return fmt.Errorf("exporting a difference: %w", err)
	}
	both[1].Scale(-1)
	both[1].SetLabel(baseLabel, []string{"true"})
	merged, err := pb.Merge(both)
	if err != nil {
		return fmt.Errorf("exporting a difference: %w", err)
	}
	if err := merged.Write(w); err != nil {
		return fmt.Errorf("exporting a difference: %w", err)
	}
	return nil
}
