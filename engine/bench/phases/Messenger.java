import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A messenger: wire format, archive, mentions, contacts, subscriptions. */
final class Messenger {
    private static final String[] PHRASES = {"see you at the station", "did you read this, @anna?", "ask @bernd-2 or @clara", "no", "that is a longer answer, about nothing at all",
        "https://example.org/a?b=12", "lunch at 12:30", "thanks!", "\u00fcber Stra\u00dfen und Pl\u00e4tze", "@dora_7: call me"};
    private static final List<Message> MESSAGES = messages(40000);

    public static void main(String[] arguments) throws Exception {
        for (Phases p = new Phases(arguments); p.again();) {
            p.start("wireFormat");
            p.end(wireFormat(MESSAGES));
            p.start("archive");
            p.end(archive(MESSAGES));
            p.start("mentions");
            p.end(mentions(MESSAGES));
            p.start("timestamps");
            p.end(timestamps(MESSAGES));
            p.start("subscriptions");
            p.end(subscriptions(MESSAGES));
            p.start("contacts");
            p.end(contacts());
        }
    }

    private static final class Message {
        final long id;
        final int from;
        final long sent;
        final String text;
        final boolean urgent;

        Message(long id, int from, long sent, String text, boolean urgent) {
            this.id = id;
            this.from = from;
            this.sent = sent;
            this.text = text;
            this.urgent = urgent;
        }

        void writeTo(DataOutputStream out) throws IOException {
            out.writeLong(id);
            out.writeInt(from);
            out.writeLong(sent);
            out.writeUTF(text);
            out.writeBoolean(urgent);
        }

        static Message readFrom(DataInputStream in) throws IOException {
            return new Message(in.readLong(), in.readInt(), in.readLong(), in.readUTF(), in.readBoolean());
        }
    }

    private static List<Message> messages(int count) {
        Random random = new Random(77);
        List<Message> messages = new ArrayList<>(count);
        long time = 1_600_000_000_000L;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(90000);
            messages.add(new Message(i, random.nextInt(500), time, PHRASES[random.nextInt(PHRASES.length)] + " " + PHRASES[random.nextInt(PHRASES.length)], random.nextInt(20) == 0));
        }
        return messages;
    }

    private static long wireFormat(List<Message> messages) throws IOException {
        long result = 0;
        for (int round = 0; round < 3; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            for (Message message : messages) {
                message.writeTo(out);
            }
            out.flush();
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            while (in.available() > 0) {
                Message message = Message.readFrom(in);
                result += message.id + message.text.length() + (message.urgent ? 1 : 0);
            }
        }
        return result;
    }

    private static long archive(List<Message> messages) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
            for (Message message : messages) {
                zip.write((message.sent + " " + message.from + " " + message.text + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        long lines = 0;
        byte[] buffer = new byte[4096];
        try (GZIPInputStream unzip = new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray()))) {
            for (int n = unzip.read(buffer); n > 0; n = unzip.read(buffer)) {
                for (int i = 0; i < n; i++) {
                    if (buffer[i] == '\n') {
                        lines++;
                    }
                }
            }
        }
        return lines;
    }

    private static long mentions(List<Message> messages) {
        Pattern mention = Pattern.compile("(?<![\\w.])@([a-z][a-z0-9_-]*)");
        Pattern link = Pattern.compile("(https?)://([^/\\s]+)(/\\S*)?");
        Map<String, Integer> counts = new HashMap<>();
        long result = 0;
        for (Message message : messages) {
            Matcher matcher = mention.matcher(message.text);
            while (matcher.find()) {
                counts.merge(matcher.group(1), 1, Integer::sum);
            }
            matcher = link.matcher(message.text);
            if (matcher.find()) {
                result += matcher.group(2).length() + matcher.start();
                result += matcher.replaceFirst("<a href=\"$0\">$2</a>").length();
            }
        }
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            result += entry.getKey().length() * entry.getValue();
        }
        return result;
    }

    private static long timestamps(List<Message> messages) {
        DateTimeFormatter pattern = DateTimeFormatter.ofPattern("EEE d MMM uuuu, HH:mm:ss", Locale.ENGLISH);
        ZoneId[] zones = {ZoneId.of("Europe/Berlin"), ZoneId.of("America/New_York"), ZoneId.of("Asia/Kolkata")};
        long result = 0;
        for (int i = 0; i < messages.size(); i += 3) {
            ZonedDateTime time = Instant.ofEpochMilli(messages.get(i).sent).atZone(zones[i % zones.length]);
            result += pattern.format(time).length() + time.getHour() + Instant.parse(time.toInstant().toString()).getNano();
        }
        return result;
    }

    /** Tells those who subscribed to what a message is. */
    private static final class Bus {
        private final Map<Class<?>, List<Consumer<Object>>> listeners = new LinkedHashMap<>();

        <E> void subscribe(Class<E> kind, Consumer<? super E> listener) {
            listeners.computeIfAbsent(kind, k -> new ArrayList<>()).add(event -> listener.accept(kind.cast(event)));
        }

        void publish(Object event) {
            for (Consumer<Object> listener : listeners.getOrDefault(event.getClass(), List.of())) {
                listener.accept(event);
            }
        }
    }

    private record Sent(Message message) {}

    private record Typing(int who) {}

    private record Seen(int who, long id) {}

    private static long subscriptions(List<Message> messages) {
        Bus bus = new Bus();
        long[] totals = new long[6];
        bus.subscribe(Sent.class, sent -> totals[0] += sent.message().text.length());
        bus.subscribe(Sent.class, sent -> totals[1] += sent.message().urgent ? 1 : 0);
        bus.subscribe(Typing.class, typing -> totals[2] += typing.who());
        bus.subscribe(Seen.class, seen -> totals[3] = Math.max(totals[3], seen.id() ^ seen.who()));
        bus.subscribe(Seen.class, seen -> totals[4]++);
        bus.subscribe(Object.class, any -> totals[5]++);
        for (int round = 0; round < 12; round++) {
            for (Message message : messages) {
                bus.publish(new Typing(message.from));
                bus.publish(new Sent(message));
                if (message.from % 3 == 0) {
                    bus.publish(new Seen(message.from, message.id));
                }
            }
        }
        return Arrays.stream(totals).sum();
    }

    private static final class Contact {
        final String name;
        final List<Contact> friends = new ArrayList<>();

        Contact(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Contact contact && contact.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** Counts who knows whom by how many others. */
    private static long contacts() {
        Random random = new Random(78);
        List<Contact> all = new ArrayList<>();
        for (int i = 0; i < 12000; i++) {
            all.add(new Contact("user-" + i));
        }
        for (Contact contact : all) {
            for (int i = 0; i < 4; i++) {
                Contact friend = all.get(random.nextInt(all.size()));
                contact.friends.add(friend);
                friend.friends.add(contact);
            }
        }
        long sum = 0;
        for (int start = 0; start < 4; start++) {
            Set<Contact> seen = new HashSet<>();
            Map<Contact, Integer> distance = new HashMap<>();
            Queue<Contact> queue = new ArrayDeque<>();
            queue.add(all.get(start));
            seen.add(all.get(start));
            distance.put(all.get(start), 0);
            while (!queue.isEmpty()) {
                Contact contact = queue.remove();
                int next = distance.get(contact) + 1;
                for (Contact friend : contact.friends) {
                    if (seen.add(friend)) {
                        distance.put(friend, next);
                        queue.add(friend);
                        sum += next;
                    }
                }
            }
        }
        return sum;
    }
}
