(function(){ var longName = 1, other = longName + 2; function inner(argument) { return argument * other; } window.x = inner(3); if (a == true) { foo(); } else { bar() } })();
