// Package release knows what differs between the JDKs that the VM runs where the JDK itself
// cannot be asked: what HotSpot does and not its library.
//
// What can be asked is asked of the JDK at hand, when the VM starts: whether a class has a field
// or a method is native, and by which name (linking.LoadKnown, natives). A field here is for
// what has no such trace: what HotSpot accepts, computes, or says.
//
// Invariant: the zero Release is none; Of makes all others.
package release

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Release is what is different in one feature version of the JDK.
type Release struct {
	// Feature is the feature version (JEP 322): 17, 21 or 25.
	Feature int
	// NumberedLambdas says that the names of lambda proxies' classes have a number:
	// X$$Lambda$14/0x1 and not X$$Lambda/0x1.
	NumberedLambdas bool
	// LinksByDescriptors says that the library makes the classes behind call sites with java.lang.classfile, which initializes what describes them. A program
	// sees that where something else would begin with another of these classes, and fail, as they need each other.
	LinksByDescriptors bool
	// FieldWithType says that a NoSuchFieldError tells the class and the type of the field, and
	// not just its name.
	FieldWithType bool
	// LenientTypes says that the type of a constant named <init> or <clinit> is only checked where a Methodref
	// has it.
	LenientTypes bool
	// SealedInDetail says that the message for a class that a sealed one does not permit tells which check
	// has failed.
	SealedInDetail bool
	// IndirectSuperinterface is how a message says that a called method is not in a direct superinterface.
	IndirectSuperinterface string
	// IndirectSpecial is how the verifier says that for an invokespecial.
	IndirectSpecial string
	// Uninitialized is how the verifier spells what it misses on the stack.
	Uninitialized string
	// CountsFrames says that the verifier compares the number of a method's frames when it has read all, and does not read as many as there should be.
	CountsFrames bool
	// RefusesInterfaceCalls says that calls through an interface find what a class has in place of conflicting
	// default methods, as other calls do.
	RefusesInterfaceCalls bool
	// VarHandlesRefuse says that calls of VarHandle's methods by reflection get an UnsupportedOperationException, and
	// no UnsatisfiedLinkError.
	VarHandlesRefuse bool
	// KeepsSignatures is what package icc asks of the version of Little CMS, which comes with the JDK or with
	// the system of its time.
	KeepsSignatures bool
	// ComputesTanhAndCbrt says that HotSpot itself computes Math.tanh and Math.cbrt (on x86-64).
	ComputesTanhAndCbrt bool
	// ManagementVersion is that of the interface to java.management.
	ManagementVersion string
	// ExecFailed is the format of the message for a program that cannot be started, of the system's
	// number of the error and its text.
	ExecFailed string
	// FirstThread is the number of the thread that is started next after main. The library counts by
	// itself from JDK 19 on.
	FirstThread uint64
	// NotificationThread is the number of HotSpot's thread of that name, the last of its own. Threads that programs do not see have
	// numbers, too: those of its compilers, two where there are two processors, and those of its collector where the library counts by itself.
	NotificationThread uint64
	// MonitorsPin says that a virtual thread that has a monitor, or waits for one, keeps its carrier (until JEP 491).
	MonitorsPin bool
	// InstanceMain says that main need not be public, static, or have a parameter (JLS 12.1.4).
	InstanceMain bool
	// PreviewsInstanceMain says that InstanceMain is a preview feature, by which static methods stand before others.
	PreviewsInstanceMain bool
	// Preview says that class files may depend on the release's preview features (JEP 12, java's --enable-preview).
	Preview bool
}

// PreviewsMain tells whether main need not be public, static, or have a parameter because previews are enabled.
func (r Release) PreviewsMain() bool { return r.Preview && r.PreviewsInstanceMain }

// WithPreview is the release with its preview features.
func (r Release) WithPreview() Release {
	r.Preview = true
	r.InstanceMain = r.InstanceMain || r.PreviewsInstanceMain
	return r
}

const (
	execFailed             = "Exec failed, error: %d (%s) "
	indirectSuperinterface = "in an indirect superinterface"
	indirectSpecial        = "reference is in an indirect superinterface"
	uninitialized          = "uninitialized"
)

// releases are those that the VM runs, the oldest first.
var releases = []Release{
	{Feature: 17, NumberedLambdas: true, ExecFailed: "error=%d, %s", ManagementVersion: "3.0", NotificationThread: 10, IndirectSuperinterface: indirectSuperinterface, IndirectSpecial: indirectSpecial, Uninitialized: "unitialized"},
	{
		Feature: 21, FieldWithType: true, LenientTypes: true, KeepsSignatures: true, ExecFailed: execFailed, ManagementVersion: "4.0", FirstThread: 9, NotificationThread: 16,
		PreviewsInstanceMain: true, MonitorsPin: true, IndirectSuperinterface: indirectSuperinterface, IndirectSpecial: indirectSpecial, Uninitialized: uninitialized,
	},
	{
		Feature: 25, LinksByDescriptors: true, FieldWithType: true, LenientTypes: true, KeepsSignatures: true, ExecFailed: execFailed, ManagementVersion: "4.0", FirstThread: 12, NotificationThread: 19,
		IndirectSuperinterface: "not in a direct superinterface", IndirectSpecial: "to invoke is not in a direct superinterface", Uninitialized: uninitialized, CountsFrames: true, SealedInDetail: true, RefusesInterfaceCalls: true, VarHandlesRefuse: true, ComputesTanhAndCbrt: true, InstanceMain: true,
	},
}

// Of is the release of a feature version; false if the VM does not run it.
func Of(feature int) (Release, bool) {
	i := slices.IndexFunc(releases, func(r Release) bool { return r.Feature == feature })
	if i < 0 {
		return Release{}, false
	}
	return releases[i], true
}

// Features are the feature versions that the VM runs, the oldest first.
func Features() []int {
	features := make([]int, len(releases))
	for i, r := range releases {
		features[i] = r.Feature
	}
	return features
}

// Names lists the feature versions that the VM runs for a message: "17, 21 or 25".
func Names() string {
	var names []string
	for _, feature := range Features() {
		names = append(names, fmt.Sprint(feature))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// firstClassFile is the class file version of feature version 0, so to speak: they have gone
// up together since JDK 1.1 (JVMS 4.1, table 4.1-A).
const firstClassFile = 44

// ClassFileMajor is the newest major version of class files that the release reads.
func (r Release) ClassFileMajor() uint16 { return uint16(firstClassFile + r.Feature) }

// Newest is the newest release that the VM runs.
func Newest() Release { return releases[len(releases)-1] }

// File reads the file "release" in a JDK's folder: KEY="value" lines.
func File(home string) (map[string]string, error) {
	data, err := os.ReadFile(filepath.Join(home, "release"))
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			values[key] = strings.Trim(value, `"`)
		}
	}
	return values, nil
}

// VersionKey is the line of the file "release" that has the JDK's version, such as "17.0.15".
const VersionKey = "JAVA_VERSION"

// FeatureOf is the feature version of a version string; 0 where it has none. Before
// JDK 9 that was the second number: 1.8.0_402.
func FeatureOf(version string) int {
	version = strings.TrimPrefix(version, "1.")
	digits := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if digits >= 0 {
		version = version[:digits]
	}
	n, err := strconv.Atoi(version)
	if err != nil {
		return 0
	}
	return n
}
