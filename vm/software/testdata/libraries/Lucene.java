import java.util.*;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.standard.*;
import org.apache.lucene.analysis.tokenattributes.*;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;
import org.apache.lucene.util.*;

/** lucene: an index in memory, queries, ranking, sorting, postings; reads by method handles and VarHandles. */
public class Lucene {
    public static void main(String[] args) throws Exception {
        Directory directory = new ByteBuffersDirectory();
        String[] words = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu".split(" ");
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()).setMaxBufferedDocs(100).setMergeScheduler(new SerialMergeScheduler()))) {
            long seed = 1;
            for (int i = 0; i < 500; i++) {
                Document document = new Document();
                StringBuilder text = new StringBuilder();
                for (int k = 0; k < 10; k++) { seed = (seed * 25214903917L + 11) & ((1L << 48) - 1); text.append(words[(int) (seed >>> 20) % words.length < 0 ? 0 : (int) ((seed >>> 20) % words.length)]).append(' '); }
                document.add(new TextField("text", text.toString(), Field.Store.YES));
                document.add(new StringField("id", "doc" + i, Field.Store.YES));
                document.add(new IntPoint("number", i));
                document.add(new NumericDocValuesField("sort", (i * 37) % 101));
                document.add(new SortedDocValuesField("bucket", new BytesRef("b" + i % 5)));
                writer.addDocument(document);
            }
            writer.deleteDocuments(new Term("id", "doc13"));
            writer.updateDocument(new Term("id", "doc14"), new Document());
            writer.commit();
            writer.forceMerge(2);
        }
        try (IndexReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            System.out.println(reader.numDocs() + " " + reader.docFreq(new Term("text", "alpha")) + " " + reader.leaves().size());
            Query[] queries = {new TermQuery(new Term("text", "zeta")), new PhraseQuery(1, "text", "alpha", "beta"), new PrefixQuery(new Term("id", "doc49")), new WildcardQuery(new Term("text", "?eta")), new FuzzyQuery(new Term("text", "gama"), 1),
                IntPoint.newRangeQuery("number", 100, 110), new RegexpQuery(new Term("id", "doc[12]0")),
                new BooleanQuery.Builder().add(new TermQuery(new Term("text", "mu")), BooleanClause.Occur.MUST).add(new TermQuery(new Term("text", "iota")), BooleanClause.Occur.SHOULD).add(new TermQuery(new Term("text", "eta")), BooleanClause.Occur.MUST_NOT).build()};
            for (Query query : queries) {
                TopDocs top = searcher.search(query, 4);
                System.out.print(query + " " + top.totalHits + ":");
                for (ScoreDoc hit : top.scoreDocs) System.out.printf(" %s=%.4f", searcher.doc(hit.doc).get("id"), hit.score);
                System.out.println();
            }
            TopDocs sorted = searcher.search(new MatchAllDocsQuery(), 5, new Sort(new SortField("sort", SortField.Type.LONG, true), new SortField("bucket", SortField.Type.STRING)));
            for (ScoreDoc hit : sorted.scoreDocs) System.out.print(searcher.doc(hit.doc).get("id") + Arrays.toString(((FieldDoc) hit).fields).replaceAll("\\[(\\d+), \\[.*", "/$1") + " ");
            System.out.println();
            System.out.println(searcher.explain(queries[0], searcher.search(queries[0], 1).scoreDocs[0].doc).toString().split("\n").length);
            TermsEnum terms = MultiTerms.getTerms(reader, "text").iterator();
            for (BytesRef term; (term = terms.next()) != null; ) System.out.print(term.utf8ToString() + terms.docFreq() + "/" + terms.totalTermFreq() + " ");
            System.out.println();
        }
        try (TokenStream tokens = new StandardAnalyzer(new CharArraySet(List.of("the"), true)).tokenStream("f", "The Quick-brown fox's 3.14 日本語 e-mail: a@b.c")) {
            CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
            OffsetAttribute offset = tokens.addAttribute(OffsetAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) System.out.print(term + "@" + offset.startOffset() + " ");
            System.out.println();
        }
        String[] files = directory.listAll();
        System.out.println(files.length > 3);
    }
}
