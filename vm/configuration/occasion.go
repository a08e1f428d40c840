package configuration

// Occasion is why the profile of a program is handed out while that runs.
type Occasion string

const (
	OccasionDue   Occasion = "due"   // an interval has passed, or the agent has asked for it
	OccasionCount Occasion = "count" // somebody has joined the program or left it
	OccasionFull  Occasion = "full"  // there is no room for more contexts: the program goes on without being counted, and nothing is handed out any more
)
