import groovy.json.*
import groovy.xml.MarkupBuilder
class P { String name; int age; String toString() { "$name ($age)" } }
def ps = [new P(name: 'Ann', age: 30), new P(name: 'Bob', age: 25)]
println ps.sort { it.age }*.name
println ps.collectEntries { [it.name, it.age] }
println JsonOutput.prettyPrint(JsonOutput.toJson([a: 1, b: [1, 2, 3], c: 'x']))
println new JsonSlurper().parseText('{"k": [1, 2.5, true, null]}')
def w = new StringWriter(); new MarkupBuilder(w).people { ps.each { p -> person(name: p.name) { age(p.age) } } }
println w
def fib; fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }
println fib(15)
println((1..10).findAll { it % 2 }.inject(0) { a, b -> a + b })
String.metaClass.shout = { -> delegate.toUpperCase() + '!' }
println 'abc'.shout()
println new XmlSlurper().parseText('<a><b c="1"/><b c="2"/></a>').b*.@c*.text()
println 'x=1,y=2'.split(',').collect { it =~ /(\w)=(\d)/ }.collect { it[0][2] as int }.sum()
println 1.0G / 3
try { assert 1 + 1 == 3 } catch (AssertionError e) { println e.message }
new File('.').eachFile { println it.name }
@groovy.transform.Immutable class I { int a; List l }
println new I(1, [2])
switch (5) { case 1..3: println 'low'; break; case { it > 4 }: println 'high' }
null.foo()
