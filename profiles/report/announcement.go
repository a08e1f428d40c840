package report

import (
	"fmt"

	"hotlens/profiles/names"
	"hotlens/profiles/sharedmemory"
)

// Announcement is the line that tells of a new call edge: "[edges] 12 virtual shop.Main.main(String[])
// (Main.java:5) -> shop.Order.price(int)".
func Announcement(a sharedmemory.Announcement) string {
	caller := names.Qualified(&a.Caller)
	if a.Line >= 0 {
		caller += fmt.Sprintf(" (%s:%d)", a.Caller.File, a.Line)
	}
	return clean(fmt.Sprintf("[edges] %d %s %s -> %s", a.Order, a.Kind, caller, names.Qualified(&a.Callee)))
}
