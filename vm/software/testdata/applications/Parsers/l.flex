%%
%class Lex
%standalone
%unicode
%line
ID = [:jletter:][:jletterdigit:]*
%state S
%%
<YYINITIAL> {
{ID} { System.out.println("id " + yytext()); }
[0-9]+("."[0-9]+)? { System.out.println("num"); }
\" { yybegin(S); }
[^] { }
}
<S> {
\" { yybegin(YYINITIAL); }
[^\"]+ { System.out.println("str"); }
}
