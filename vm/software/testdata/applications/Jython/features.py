import sys, os, re, json, math
from java.util import ArrayList, HashMap
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print fib(15)
class A(object):
    def __init__(self, x): self.x = x
    @property
    def y(self): return self.x * 2
print A(4).y
l = ArrayList([3, 1, 2]); l.sort(None); print l
print json.dumps({'a': [1, 2.5, None]}, sort_keys=True)
print [x ** 2 for x in range(5)], 2 ** 100, 7 // 2, math.sqrt(2)
print re.sub(r'(\w+) (\w+)', r'\2 \1', 'hello world')
def g():
    yield 1
    yield 2
print list(g()), sorted({'b': 1, 'a': 2}.items())
print u'\u00e9'.encode('utf-8'), '%05.2f|%s' % (3.14159, 'x')
from java.lang import Runnable, Thread
class R(Runnable):
    def run(self): print 'run'
t = Thread(R()); t.start(); t.join()
import collections, itertools, functools
print collections.Counter('abracadabra').most_common(2), list(itertools.permutations('abc', 2))[:3]
raise ValueError('end')
