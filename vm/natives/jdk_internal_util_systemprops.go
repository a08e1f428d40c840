//go:build unix

package natives

import (
	"os"
	"os/user"

	"golang.org/x/sys/unix"
)

func init() { later(jdkInternalUtilSystemprops) }

func jdkInternalUtilSystemprops() {
	register("jdk/internal/util/SystemProps$Raw", table{
		"platformProperties()[Ljava/lang/String;": platformProperties,
		"vmProperties()[Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			var list []Ref
			for _, p := range hostOf(t).Properties {
				list = append(list, t.NewString(p[0]), t.NewString(p[1]))
			}
			return uint64(t.NewRefArray(t.M.Known.String, append(list, 0, 0)))
		},
	})
}

// platformProperties fills the array that SystemProps.Raw's *_NDX constants
// index. Absent ones stay null.
func platformProperties(t *Thread, _ Args) uint64 {
	m := t.M
	raw := m.Registry.Boot().Classes["jdk/internal/util/SystemProps$Raw"]
	size := raw.Field("FIXED_LENGTH", "I")
	list := make([]Ref, m.Memory.U32(size.Address))
	host := hostOf(t)
	messages, characters, release := unicodeLocale, unicodeLocale, confinedRelease
	switch {
	case host.confined: // what the program does must not depend on where it runs
		messages, characters = systemLocale(host.Environment, func(string) bool { return true })
	case !m.Options.VirtualClock:
		messages, characters = systemLocale(host.Environment, installedLocale)
	}
	var u unix.Utsname
	if !host.confined && unix.Uname(&u) == nil {
		release = unix.ByteSliceToString(u.Release[:])
	}
	for _, p := range [][2]string{
		{"_display_language_NDX", messages.language}, {"_display_script_NDX", messages.script}, {"_display_country_NDX", messages.country},
		{"_format_language_NDX", characters.language}, {"_format_script_NDX", characters.script}, {"_format_country_NDX", characters.country},
		{"_file_encoding_NDX", characters.encoding}, {"_native_encoding_NDX", characters.encoding}, {"_sun_jnu_encoding_NDX", characters.encoding},
		{"_file_separator_NDX", "/"}, {"_path_separator_NDX", ":"}, {"_line_separator_NDX", "\n"},
		{"_java_io_tmpdir_NDX", host.TempDirectory}, {"_os_arch_NDX", "amd64"}, {"_os_name_NDX", "Linux"}, {"_os_version_NDX", release},
		{"_sun_arch_data_model_NDX", "64"}, {"_sun_cpu_endian_NDX", "little"}, {"_sun_io_unicode_encoding_NDX", "UnicodeLittle"},
		{"_user_dir_NDX", host.Directory}, {"_user_home_NDX", host.Home}, {"_user_name_NDX", host.User},
	} {
		name, value := p[0], p[1]
		// JDKs have more and more of them, and sometimes less.
		if f := raw.Field(name, "I"); f != nil && value != "" {
			list[m.Memory.U32(f.Address)] = t.NewString(value)
		}
	}
	return uint64(t.NewRefArray(m.Known.String, list))
}

// confinedRelease is the kernel's version as a program in the sandbox sees it: that of a
// kernel which all Linux distributions that are maintained have, or a later one.
const confinedRelease = "5.15"

// systemTemp is where java puts temporary files, whatever TMPDIR says.
const systemTemp = "/tmp"

// unknown is what the JDK says of a user whom the system does not know.
const unknown = "?"

// DefaultHost fills in what the operating system knows of the user.
func DefaultHost() *Host {
	h := &Host{User: unknown, Home: unknown, TempDirectory: systemTemp}
	if u, err := user.Current(); err == nil {
		h.User, h.Home = u.Username, u.HomeDir
	} else if home, err := os.UserHomeDir(); err == nil {
		h.Home = home
	}
	return h
}
