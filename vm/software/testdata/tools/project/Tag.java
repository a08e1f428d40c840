package partNUMBER;

import java.lang.annotation.*;

/** An annotation with every kind of element. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER, ElementType.TYPE_USE, ElementType.FIELD})
@Repeatable(Tag.Tags.class)
public @interface Tag {
    String value();

    int level() default NUMBER;

    double ratio() default 1.0 / 3;

    Class<? extends Number>[] types() default {Integer.class, Long.class};

    RetentionPolicy policy() default RetentionPolicy.SOURCE;

    char[] letters() default {'a', '\u00e9', '\n'};

    long bigCOPY() default COPY * 1_000_000_007L; // repeat

    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER, ElementType.TYPE_USE, ElementType.FIELD})
    @interface Tags {
        Tag[] value();
    }
}
