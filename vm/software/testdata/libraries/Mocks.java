import static org.mockito.ArgumentMatchers.*;
import static org.mockito.Mockito.*;
import java.util.*;
import java.util.function.*;
import org.easymock.EasyMock;
import org.mockito.*;

/** mockito and easymock: stubs, verification, spies, captors. */
public class Mocks {
    public interface Store { String get(int key); void put(int key, String... values); default int size() { return -1; } }
    public static class Counter { int n; public int next() { return ++n; } public String name(String prefix) { return prefix + n; } }
    static String clean(Throwable t) { return String.valueOf(t.getMessage()).replaceAll("\\(Mocks\\.java:\\d+\\)", "(here)").replaceAll("hashCode: \\d+", "").replaceAll("(?m)^-> at .*$", "-> at"); }

    public static void main(String[] args) {
        Store store = mock(Store.class, "the store");
        when(store.get(anyInt())).thenReturn("first", "second").thenThrow(new IllegalStateException("empty"));
        doAnswer(i -> "answer " + i.getArgument(0) + i.getMethod().getName()).when(store).get(42);
        doThrow(new UnsupportedOperationException("no")).when(store).put(eq(3), any());
        when(store.size()).thenCallRealMethod();
        System.out.println("" + store.get(1) + store.get(2) + store.get(42) + store.size() + store);
        try { store.get(3); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try { store.put(3, "a"); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        store.put(1, "x", "y");
        ArgumentCaptor<String> captor = ArgumentCaptor.forClass(String.class);
        verify(store).put(eq(1), captor.capture(), captor.capture());
        System.out.println(captor.getAllValues());
        verify(store, times(4)).get(intThat(i -> i > 0));
        try { verify(store, never()).get(42); } catch (AssertionError e) { System.out.println(clean(e)); }
        try { verify(store).get(99); } catch (AssertionError e) { System.out.println(e.getClass().getSimpleName()); }
        InOrder order = inOrder(store);
        order.verify(store).get(1); order.verify(store).get(2);
        Counter spy = spy(new Counter());
        doReturn(100).doCallRealMethod().when(spy).next();
        System.out.println(spy.next() + " " + spy.next() + " " + spy.name("n") + " " + mockingDetails(spy).isSpy() + mockingDetails(spy).getInvocations().size());
        @SuppressWarnings("unchecked") List<String> list = mock(List.class, withSettings().defaultAnswer(RETURNS_SMART_NULLS).extraInterfaces(Comparable.class));
        System.out.println(list.isEmpty() + " " + (list instanceof Comparable) + list.size());
        Map<?, ?> deep = mock(Map.class, RETURNS_DEEP_STUBS);
        System.out.println(deep.entrySet().isEmpty());
        try { when("x".length()).thenReturn(1); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); }
        verifyNoMoreInteractions(ignoreStubs(store));

        Store easy = EasyMock.createMock(Store.class);
        EasyMock.expect(easy.get(EasyMock.gt(5))).andReturn("big").times(2);
        easy.put(EasyMock.anyInt(), EasyMock.<String>anyObject());
        EasyMock.expectLastCall().andAnswer(() -> { System.out.println("put " + EasyMock.getCurrentArguments().length); return null; });
        EasyMock.replay(easy);
        System.out.println(easy.get(6) + easy.get(7));
        easy.put(1, "only");
        EasyMock.verify(easy);
        try { easy.get(1); } catch (AssertionError e) { System.out.println(e.getMessage()); }
        try {
            Counter partial = EasyMock.partialMockBuilder(Counter.class).addMockedMethod("next").createMock();
            EasyMock.expect(partial.next()).andReturn(5);
            EasyMock.replay(partial);
            System.out.println(partial.next() + partial.name("p"));
        } catch (Throwable t) { System.out.println(t.getClass().getName()); }
    }
}
