import com.github.benmanes.caffeine.cache.*;
import com.google.inject.*;
import com.google.inject.matcher.Matchers;
import com.google.inject.multibindings.*;
import com.google.inject.name.*;
import com.lmax.disruptor.*;
import com.lmax.disruptor.dsl.*;
import io.netty.buffer.*;
import io.netty.channel.*;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.*;
import io.netty.bootstrap.*;
import io.netty.handler.codec.*;
import io.netty.handler.codec.http.*;
import io.netty.util.*;
import io.netty.util.concurrent.*;
import java.lang.annotation.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import javax.validation.*;
import javax.validation.constraints.*;
import org.apache.commons.pool2.*;
import org.apache.commons.pool2.impl.*;

/** guice, caffeine, disruptor, netty, commons-pool2, hibernate-validator: Unsafe, queues, threads, injection. */
public class Containers {
    public static void main(String[] args) throws Exception {
        guice();
        caffeine();
        disruptor();
        buffers();
        channels();
        pool();
        validator();
    }

    interface Greeter { String greet(); }
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.METHOD) @interface Traced { }
    public static class Polite implements Greeter { final String who; final Provider<Integer> count; @Inject Polite(@Named("who") String who, Provider<Integer> count) { this.who = who; this.count = count; } public String greet() { return "good day " + who + count.get(); } }
    @ImplementedBy(DefaultThing.class) interface Thing { }
    @Singleton public static class DefaultThing implements Thing { @Inject Greeter greeter; @Inject Set<String> words; @Inject void setter(Injector i) { System.out.println("setter " + (i != null)); } @Traced public String traced(int x) { return "body " + x; } }
    static void guice() {
        AtomicInteger counter = new AtomicInteger();
        try {
            Injector injector = Guice.createInjector(new AbstractModule() {
                @Override protected void configure() {
                    bind(Greeter.class).to(Polite.class);
                    bindConstant().annotatedWith(Names.named("who")).to("guice");
                    bind(Integer.class).toProvider(counter::incrementAndGet);
                    Multibinder<String> words = Multibinder.newSetBinder(binder(), String.class);
                    words.addBinding().toInstance("b"); words.addBinding().toInstance("a");
                    bindInterceptor(Matchers.any(), Matchers.annotatedWith(Traced.class), i -> "<" + i.getMethod().getName() + i.proceed() + ">");
                }
                @Provides @Singleton List<String> list(Greeter g) { return List.of(g.greet()); }
            });
            System.out.println(injector.getInstance(Greeter.class).greet() + injector.getInstance(Key.get(new TypeLiteral<List<String>>() { })) + (injector.getInstance(Thing.class) == injector.getInstance(DefaultThing.class)));
            System.out.println(injector.getInstance(DefaultThing.class).words + injector.getInstance(DefaultThing.class).traced(4));
        } catch (CreationException | NoSuchMethodError | ExceptionInInitializerError e) { System.out.println(e.getClass()); }
        try { Guice.createInjector(Stage.PRODUCTION, (com.google.inject.Module) b -> b.bind(Runnable.class)); } catch (CreationException e) { System.out.println(e.getMessage().split("\n")[2]); }
    }

    static void caffeine() throws Exception {
        AtomicLong ticks = new AtomicLong();
        LoadingCache<Integer, String> cache = Caffeine.newBuilder().maximumSize(10).expireAfterWrite(1, TimeUnit.MINUTES).ticker(ticks::get).executor(Runnable::run).recordStats()
                .removalListener((Integer k, String v, RemovalCause c) -> { if (c == RemovalCause.EXPIRED) System.out.println(k + " " + c); }).build(k -> "v" + k);
        for (int i = 0; i < 30; i++) cache.get(i);
        cache.cleanUp();
        cache.invalidate(99);
        System.out.println(cache.estimatedSize() + " " + cache.stats().evictionCount() + " " + cache.stats().loadCount());
        cache.invalidateAll(); cache.put(1, "x"); ticks.addAndGet(TimeUnit.MINUTES.toNanos(2)); cache.cleanUp();
        System.out.println(cache.getIfPresent(1) + " " + cache.getAll(List.of(5, 6)));
        AsyncLoadingCache<String, Integer> async = Caffeine.newBuilder().buildAsync(String::length);
        System.out.println(async.get("four").get() + " " + async.synchronous().asMap().size());
    }

    static class Event { long value; }
    static void disruptor() throws Exception {
        Disruptor<Event> disruptor = new Disruptor<>(Event::new, 64, r -> { Thread t = new Thread(r); t.setDaemon(true); return t; }, ProducerType.MULTI, new BlockingWaitStrategy());
        AtomicLong sum = new AtomicLong(); long[] last = {0};
        disruptor.handleEventsWith((EventHandler<Event>) (e, s, end) -> e.value *= 2, (e, s, end) -> { }).then((EventHandler<Event>) (e, s, end) -> { sum.addAndGet(e.value); last[0] = s; });
        RingBuffer<Event> ring = disruptor.start();
        Thread[] producers = new Thread[2];
        for (int p = 0; p < 2; p++) { producers[p] = new Thread(() -> { for (int i = 0; i < 500; i++) ring.publishEvent((e, s, a) -> e.value = a, i); }); producers[p].start(); }
        for (Thread t : producers) t.join();
        disruptor.shutdown();
        System.out.println(sum + " " + last[0] + " " + ring.getCursor());
    }

    static void buffers() {
        for (ByteBufAllocator allocator : new ByteBufAllocator[] {UnpooledByteBufAllocator.DEFAULT, PooledByteBufAllocator.DEFAULT}) {
            for (ByteBuf buffer : new ByteBuf[] {allocator.heapBuffer(16), allocator.directBuffer(16), allocator.compositeBuffer()}) {
                for (int i = 0; i < 1000; i++) buffer.writeInt(i).writeByte(i);
                buffer.writeDouble(Math.PI).writeCharSequence("zoë", CharsetUtil.UTF_8); buffer.setMedium(3, 0xABCDEF);
                ByteBuf slice = buffer.retainedSlice(10, 20);
                System.out.println(buffer.readableBytes() + " " + ByteBufUtil.hexDump(slice) + " " + buffer.getLongLE(7) + " " + buffer.indexOf(0, 5000, (byte) 0x77) + " " + ByteBufUtil.hashCode(buffer) + " " + buffer.refCnt() + " " + buffer.isDirect());
                slice.release(); buffer.release();
                try { buffer.readByte(); } catch (IllegalReferenceCountException e) { System.out.println(e.getMessage()); }
            }
        }
        ByteBuf wrapped = Unpooled.wrappedBuffer(new byte[] {1, 2}, new byte[] {3});
        try { wrapped.getInt(0); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        Recycler<StringBuilder> recycler = new Recycler<>() { @Override protected StringBuilder newObject(Handle<StringBuilder> h) { return new StringBuilder(); } };
        System.out.println(recycler.get().length() + " " + new AsciiString("Content-Length").hashCode() + " " + AsciiString.of("aBc").toUpperCase() + io.netty.util.internal.PlatformDependent.hasUnsafe() + new AttributeProbe().run());
    }
    static class AttributeProbe { String run() { DefaultAttributeMap map = new DefaultAttributeMap(); map.attr(AttributeKey.<String>valueOf("k")).set("v"); return map.attr(AttributeKey.<String>valueOf("k")).getAndSet("w"); } }

    static void channels() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpRequestDecoder(), new HttpObjectAggregator(1000));
        channel.writeInbound(Unpooled.copiedBuffer("POST /a?x=1&y=%C3%BC HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", CharsetUtil.UTF_8));
        FullHttpRequest request = channel.readInbound();
        System.out.println(request.method() + " " + new QueryStringDecoder(request.uri()).parameters() + " " + request.content().toString(CharsetUtil.UTF_8) + " " + request.headers().entries());
        request.release();
        EmbeddedChannel lines = new EmbeddedChannel(new LineBasedFrameDecoder(80), new io.netty.handler.codec.string.StringDecoder());
        lines.writeInbound(Unpooled.copiedBuffer("one\ntwo\r\nthr", CharsetUtil.US_ASCII)); lines.writeInbound(Unpooled.copiedBuffer("ee\n", CharsetUtil.US_ASCII));
        for (Object o; (o = lines.readInbound()) != null; ) System.out.print(o + ";");
        System.out.println();
        EventLoopGroup group = new DefaultEventLoopGroup(2);
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        LocalAddress address = new LocalAddress("echo");
        new ServerBootstrap().group(group).channel(LocalServerChannel.class).childHandler(new ChannelInitializer<LocalChannel>() { @Override protected void initChannel(LocalChannel c) { c.pipeline().addLast(new SimpleChannelInboundHandler<String>() { @Override protected void channelRead0(ChannelHandlerContext x, String s) { x.writeAndFlush("echo " + s); } }); } }).bind(address).sync();
        Channel client = new Bootstrap().group(group).channel(LocalChannel.class).handler(new SimpleChannelInboundHandler<String>() { @Override protected void channelRead0(ChannelHandlerContext x, String s) { answers.add(s); } }).connect(address).sync().channel();
        client.writeAndFlush("hello"); client.writeAndFlush("again").sync();
        System.out.println(answers.poll(30, TimeUnit.SECONDS) + answers.poll(30, TimeUnit.SECONDS));
        client.close().sync();
        HashedWheelTimer timer = new HashedWheelTimer(1, TimeUnit.MILLISECONDS);
        CountDownLatch fired = new CountDownLatch(1);
        timer.newTimeout(t -> fired.countDown(), 5, TimeUnit.MILLISECONDS);
        System.out.println(fired.await(30, TimeUnit.SECONDS));
        timer.stop();
        System.out.println(group.next().submit(() -> 6 * 7).get() + " " + group.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS));
    }

    static void pool() throws Exception {
        AtomicInteger made = new AtomicInteger();
        GenericObjectPoolConfig<StringBuilder> config = new GenericObjectPoolConfig<>(); config.setMaxTotal(2); config.setMaxWait(java.time.Duration.ofMillis(5)); config.setJmxEnabled(false); config.setLifo(false);
        try (GenericObjectPool<StringBuilder> pool = new GenericObjectPool<>(new BasePooledObjectFactory<StringBuilder>() { @Override public StringBuilder create() { return new StringBuilder("made" + made.incrementAndGet()); } @Override public PooledObject<StringBuilder> wrap(StringBuilder b) { return new DefaultPooledObject<>(b); } @Override public void passivateObject(PooledObject<StringBuilder> p) { p.getObject().append('!'); } }, config)) {
            StringBuilder a = pool.borrowObject(), b = pool.borrowObject();
            try { pool.borrowObject(); } catch (NoSuchElementException e) { System.out.println("exhausted"); }
            pool.returnObject(a); pool.invalidateObject(b);
            System.out.println(pool.borrowObject() + " " + pool.borrowObject() + " " + pool.getNumActive() + " " + made);
        }
    }

    public static class Order { @NotNull @Size(min = 2, max = 5) public String name; @Min(1) @Max(10) public int count; @org.hibernate.validator.constraints.Email public String mail = "not a mail"; @Valid public Order inner; @Pattern(regexp = "[a-z]+") public String code = "ABC"; @AssertTrue public boolean isConsistent() { return count < 5; } @Past public Date when = new Date(40_000_000_000_000L); @org.hibernate.validator.constraints.NotEmpty public List<String> list = List.of(); @Digits(integer = 2, fraction = 1) public java.math.BigDecimal money = new java.math.BigDecimal("123.45"); }
    static void validator() {
        Locale.setDefault(Locale.US);
        try {
            Validator validator = Validation.byDefaultProvider().configure().messageInterpolator(new org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator()).buildValidatorFactory().getValidator();
            Order order = new Order(); order.count = 7; order.inner = new Order(); order.inner.name = "toolong";
            validator.validate(order).stream().map(v -> v.getPropertyPath() + " " + v.getMessage() + " " + v.getConstraintDescriptor().getAnnotation().annotationType().getSimpleName()).sorted().forEach(System.out::println);
        } catch (ValidationException | NoClassDefFoundError e) { System.out.println(e.getClass() + " " + e.getMessage()); }
    }
}
