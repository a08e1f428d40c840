import gnu.trove.list.array.*;
import gnu.trove.map.hash.*;
import gnu.trove.set.hash.*;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.doubles.*;
import it.unimi.dsi.fastutil.ints.*;
import it.unimi.dsi.fastutil.io.*;
import it.unimi.dsi.fastutil.longs.*;
import it.unimi.dsi.fastutil.objects.*;
import java.io.*;
import java.util.*;
import org.apache.commons.math3.analysis.integration.*;
import org.apache.commons.math3.analysis.interpolation.*;
import org.apache.commons.math3.analysis.solvers.*;
import org.apache.commons.math3.complex.*;
import org.apache.commons.math3.distribution.*;
import org.apache.commons.math3.fraction.BigFraction;
import org.apache.commons.math3.linear.*;
import org.apache.commons.math3.optim.*;
import org.apache.commons.math3.optim.linear.*;
import org.apache.commons.math3.optim.nonlinear.scalar.*;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.*;
import org.apache.commons.math3.primes.Primes;
import org.apache.commons.math3.random.*;
import org.apache.commons.math3.special.*;
import org.apache.commons.math3.stat.descriptive.*;
import org.apache.commons.math3.stat.inference.*;
import org.apache.commons.math3.stat.regression.*;
import org.apache.commons.math3.transform.*;
import org.apache.commons.math3.util.*;
import org.jgrapht.*;
import org.jgrapht.alg.connectivity.*;
import org.jgrapht.alg.flow.*;
import org.jgrapht.alg.scoring.*;
import org.jgrapht.alg.shortestpath.*;
import org.jgrapht.alg.spanning.*;
import org.jgrapht.generate.*;
import org.jgrapht.graph.*;
import org.jgrapht.graph.builder.GraphTypeBuilder;
import org.jgrapht.traverse.*;
import org.jgrapht.util.SupplierUtil;

/** trove, fastutil, commons-math3, jgrapht: numbers, primitive collections and graphs. */
public class Primitives {
    public static void main(String[] args) throws Exception {
        trove();
        fastutil();
        math();
        graphs();
    }

    static void trove() throws Exception {
        TIntObjectHashMap<String> map = new TIntObjectHashMap<>();
        TLongIntHashMap counts = new TLongIntHashMap();
        for (int i = 0; i < 20_000; i++) { map.put(i * 31, "v" + i); counts.adjustOrPutValue(i % 97L, 1, 1); }
        for (int i = 0; i < 20_000; i += 2) map.remove(i * 31);
        int[] sum = {0};
        map.forEachEntry((k, v) -> { sum[0] += k + v.length(); return true; });
        System.out.println(map.size() + " " + sum[0] + " " + counts.get(5) + " " + map.get(31));
        TIntArrayList list = new TIntArrayList(new int[] {5, 3, 9}); list.sort(); list.insert(1, 4);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(counts); out.writeObject(list); }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) { System.out.println(in.readObject().equals(counts) + " " + in.readObject() + " " + list.binarySearch(9)); }
        TDoubleArrayList doubles = new TDoubleArrayList(); for (int i = 0; i < 5; i++) doubles.add(Math.sqrt(i));
        System.out.println(doubles.max() + " " + new TIntHashSet(new int[] {1, 2, 2}).size());
    }

    static void fastutil() throws Exception {
        Int2ObjectOpenHashMap<String> map = new Int2ObjectOpenHashMap<>(); Long2DoubleAVLTreeMap tree = new Long2DoubleAVLTreeMap();
        for (int i = 0; i < 10_000; i++) { map.put(i ^ 0x5555, "x" + i % 10); tree.put(i * 7919L % 10_007, i / 2.0); }
        System.out.println(map.get(0x5555) + " " + map.int2ObjectEntrySet().fastIterator().hasNext() + " " + tree.firstLongKey() + " " + tree.subMap(100, 110) + " " + tree.headMap(50).size());
        IntArrayList list = IntArrayList.wrap(new int[] {9, 8, 7, 1}); IntArrays.parallelQuickSort(list.elements());
        int[] big = new int[20_000]; for (int i = 0; i < big.length; i++) big[i] = i * 7919 % 20_011; IntArrays.radixSort(big);
        System.out.println(list + " " + big[100] + " " + IntIterators.pour(IntIterators.fromTo(3, 7)) + " " + new IntOpenHashSet(big).size() + " " + DoubleArrayList.of(1, 2.5).stream().mapToDouble(d -> d).sum());
        Object2IntLinkedOpenHashMap<String> linked = new Object2IntLinkedOpenHashMap<>(); linked.addTo("a", 3); linked.addTo("b", 1); linked.addTo("a", 4); linked.getAndMoveToLast("a");
        IntHeapPriorityQueue heap = new IntHeapPriorityQueue((a, b) -> b - a); for (int i : new int[] {3, 9, 4}) heap.enqueue(i);
        FastByteArrayOutputStream out = new FastByteArrayOutputStream(); BinIO.storeObject(linked, out); System.out.println(linked + " " + heap.dequeueInt() + " " + BinIO.loadObject(new FastByteArrayInputStream(out.array, 0, out.length)) + " " + HashCommon.murmurHash3(99) + " " + ObjectIntPair.of("l", 2));
    }

    static void math() {
        RealMatrix m = new Array2DRowRealMatrix(new double[][] {{4, 1, 2}, {1, 3, 0}, {2, 0, 5}});
        EigenDecomposition eigen = new EigenDecomposition(m);
        System.out.println(Arrays.toString(eigen.getRealEigenvalues()) + " " + new LUDecomposition(m).getDeterminant() + " " + new QRDecomposition(m).getSolver().solve(new ArrayRealVector(new double[] {1, 2, 3})) + " " + new SingularValueDecomposition(m).getConditionNumber() + " " + new CholeskyDecomposition(m).getL().getEntry(2, 2));
        System.out.println(new SimpsonIntegrator().integrate(10000, x -> Math.sin(x) * x, 0, Math.PI) + " " + new BrentSolver().solve(100, x -> Math.cos(x) - x, 0, 1) + " " + new SplineInterpolator().interpolate(new double[] {0, 1, 2, 3}, new double[] {0, 1, 8, 27}).value(1.5));
        RandomGenerator random = new MersenneTwister(42);
        DescriptiveStatistics stats = new DescriptiveStatistics(); NormalDistribution normal = new NormalDistribution(random, 10, 2);
        for (double d : normal.sample(2000)) stats.addValue(d);
        System.out.println(stats.getMean() + " " + stats.getStandardDeviation() + " " + stats.getPercentile(90) + " " + stats.getKurtosis() + " " + new Well19937c(7).nextLong() + " " + new ISAACRandom(3).nextInt(100) + " " + new PoissonDistribution(4).cumulativeProbability(3) + " " + new GammaDistribution(2, 3).inverseCumulativeProbability(0.5));
        SimpleRegression r = new SimpleRegression(); for (int i = 0; i < 10; i++) r.addData(i, 3 * i + Math.sin(i));
        System.out.println(r.getSlope() + " " + r.getRSquare() + " " + new TTest().tTest(new double[] {1, 2, 3, 4}, new double[] {2, 3, 4, 9}) + " " + new ChiSquareTest().chiSquare(new double[] {10, 10}, new long[] {8, 12}));
        System.out.println(new FastFourierTransformer(DftNormalization.STANDARD).transform(new double[] {1, 2, 3, 4, 0, 0, 0, 0}, TransformType.FORWARD)[1] + " " + new Complex(1, 2).pow(new Complex(0.5, 1)) + " " + Gamma.logGamma(7.3) + " " + Erf.erf(0.3) + " " + Beta.regularizedBeta(0.3, 2, 5) + " " + new BigFraction(3, 7).pow(5) + " " + Primes.primeFactors(360360) + " " + CombinatoricsUtils.stirlingS2(10, 4));
        System.out.println(FastMath.sin(1e10) + " " + FastMath.exp(1.7) + " " + FastMath.pow(2.5, -3.3) + " " + FastMath.atan2(-1, -2) + " " + FastMath.log1p(1e-9) + " " + FastMath.cbrt(10) + " " + Precision.round(2.345, 2) + " " + FastMath.tanh(0.7));
        PointValuePair p = new NelderMeadProbe().minimise(); System.out.printf(Locale.ROOT, "%.6f %.6f%n", p.getPoint()[0], p.getPoint()[1]);
        PointValuePair lp = new SimplexSolver().optimize(new LinearObjectiveFunction(new double[] {3, 5}, 0), new LinearConstraintSet(List.of(new LinearConstraint(new double[] {1, 0}, Relationship.LEQ, 4), new LinearConstraint(new double[] {0, 2}, Relationship.LEQ, 12), new LinearConstraint(new double[] {3, 2}, Relationship.LEQ, 18))), GoalType.MAXIMIZE, new NonNegativeConstraint(true));
        System.out.println(lp.getValue() + " " + Arrays.toString(lp.getPoint()));
    }
    static class NelderMeadProbe { PointValuePair minimise() { return new SimplexOptimizer(1e-12, 1e-12).optimize(new MaxEval(2000), new ObjectiveFunction(x -> Math.pow(1 - x[0], 2) + 100 * Math.pow(x[1] - x[0] * x[0], 2)), GoalType.MINIMIZE, new InitialGuess(new double[] {-1.2, 1}), new NelderMeadSimplex(2)); } }

    static void graphs() {
        Graph<Integer, DefaultWeightedEdge> graph = new SimpleDirectedWeightedGraph<>(SupplierUtil.createIntegerSupplier(), SupplierUtil.createDefaultWeightedEdgeSupplier());
        for (int i = 0; i < 60; i++) graph.addVertex();
        for (int i = 0; i < 60; i++) for (int k = 1; k < 4; k++) { int to = (i * k * 7 + k) % 60; if (to != i && !graph.containsEdge(i, to)) graph.setEdgeWeight(graph.addEdge(i, to), (i * 13 + k * 5) % 17 + 1); }
        GraphPath<Integer, DefaultWeightedEdge> path = new DijkstraShortestPath<>(graph).getPath(0, 37);
        System.out.println(path.getVertexList() + " " + path.getWeight() + " " + new BellmanFordShortestPath<>(graph).getPathWeight(0, 37) + " " + new FloydWarshallShortestPaths<>(graph).getPathWeight(3, 59));
        System.out.println(new KosarajuStrongConnectivityInspector<>(graph).stronglyConnectedSets().size() + " " + new PushRelabelMFImpl<>(graph).getMaximumFlowValue(0, 37) + " " + new KruskalMinimumSpanningTree<>(new AsUndirectedGraph<>(graph)).getSpanningTree().getWeight());
        StringBuilder order = new StringBuilder(); new BreadthFirstIterator<>(graph, 0).forEachRemaining(v -> order.append(v).append(' '));
        System.out.println(order + "" + new PageRank<>(graph).getScores().entrySet().stream().max(Map.Entry.comparingByValue()).get());
        Graph<String, DefaultEdge> undirected = GraphTypeBuilder.<String, DefaultEdge>undirected().vertexSupplier(SupplierUtil.createStringSupplier()).edgeClass(DefaultEdge.class).buildGraph();
        new GnpRandomGraphGenerator<String, DefaultEdge>(20, 0.2, 5).generateGraph(undirected);
        System.out.println(undirected.edgeSet().size() + " " + new ConnectivityInspector<>(undirected).connectedSets().size() + " " + new org.jgrapht.alg.color.GreedyColoring<>(undirected).getColoring().getNumberColors() + " " + GraphMetrics.getDiameter(undirected));
    }
}
