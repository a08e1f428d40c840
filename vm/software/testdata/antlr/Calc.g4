grammar Calc;

options { language = Java; }

@header { import java.math.BigDecimal; }
@members { int statements; }

program : (statement (';' | NEWLINE))* EOF ;

statement
    : 'let' ID '=' expression { statements++; }      # assign
    | 'print' arguments                              # print
    | 'if' expression block ('else' block)?          # choice
    | expression                                     # bare
    ;

block : '{' statement (';' statement)* '}' ;
arguments : expression (',' expression)* ;

expression returns [boolean constant]
    : <assoc=right> left=expression '^' right=expression     # power
    | '-' expression                                         # minus
    | expression op=('*' | '/' | '%') expression             # product
    | expression op=('+' | '-') expression                   # sum
    | expression op=('<' | '>' | '==') expression            # comparison
    | ID '(' arguments? ')'                                  # call
    | NUMBER { $constant = true; }                           # number
    | STRING                                                 # text
    | {statements < 100}? ID                                 # variable
    | '(' expression ')'                                     # nested
    ;

NUMBER : DIGIT+ ('.' DIGIT+)? ([eE] [+-]? DIGIT+)? ;
STRING : '"' (~["\\\r\n] | ESCAPE)* '"' ;
ID : [\p{L}_] [\p{L}\p{Nd}_]* ;
NEWLINE : '\r'? '\n' ;
COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
LINE_COMMENT : '//' ~[\r\n]* -> skip ;
SPACE : [ \t]+ -> skip ;
fragment DIGIT : [0-9] ;
fragment ESCAPE : '\\' (["\\nt] | 'u' HEX HEX HEX HEX) ;
fragment HEX : [0-9a-fA-F] ;
