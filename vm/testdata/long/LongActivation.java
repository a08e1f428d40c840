/**
 * One call of a method executes more bytecodes than fit into 32 bits with a sign, and after its first time slices all of them end at the
 * beginning of a method that its loop calls.
 */
// expect calls LongActivation.compare = 1
// expect bytecodes LongActivation.compare = 2555754617
// expect calls LongActivation.call = 1
// expect bytecodes LongActivation.call = 2416000009
public class LongActivation {
    /** What it calls is inlined. */
    static int compare(int n) {
        String x = "ACGTTGCAATCGGATCCA".repeat(12), y = "AGGTTCCAATCCGATTCA".repeat(12);
        int t = 0;
        for (int k = 0; k < n; k++) {
            int[] p = new int[y.length() + 1], c = new int[y.length() + 1];
            for (int i = 1; i <= x.length(); i++) {
                for (int j = 1; j <= y.length(); j++) {
                    c[j] = x.charAt(i - 1) == y.charAt(j - 1) ? p[j - 1] + 1 : p[j] + c[j - 1];
                }
                int[] s = p;
                p = c;
                c = s;
            }
            t += p[y.length()];
        }
        return t;
    }

    /** An iteration has 161 bytecodes, most of them in front of the call: so a time slice that begins in the method that is called ends there, too. */
    static int call(int n) {
        int t = 0;
        for (int i = 0; i < n; i++) {
            t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7;
            t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7;
            t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7;
            t = t * 31 + i; t ^= t >>> 7; t = t * 31 + i; t ^= t >>> 7; t ^= t >>> 7; t++;
            t++; t++;
            t += large(t);
        }
        return t;
    }

    /** Is too large to be inlined. */
    static int large(int n) {
        switch (n & 63) {
            case 0: return n * 1000 + 300; case 1: return n * 1007 + 301; case 2: return n * 1014 + 302; case 3: return n * 1021 + 303;
            case 4: return n * 1028 + 304; case 5: return n * 1035 + 305; case 6: return n * 1042 + 306; case 7: return n * 1049 + 307;
            case 8: return n * 1056 + 308; case 9: return n * 1063 + 309; case 10: return n * 1070 + 310; case 11: return n * 1077 + 311;
            case 12: return n * 1084 + 312; case 13: return n * 1091 + 313; case 14: return n * 1098 + 314; case 15: return n * 1105 + 315;
            case 16: return n * 1112 + 316; case 17: return n * 1119 + 317; case 18: return n * 1126 + 318; case 19: return n * 1133 + 319;
            case 20: return n * 1140 + 320; case 21: return n * 1147 + 321; case 22: return n * 1154 + 322; case 23: return n * 1161 + 323;
            case 24: return n * 1168 + 324; case 25: return n * 1175 + 325; case 26: return n * 1182 + 326; case 27: return n * 1189 + 327;
            case 28: return n * 1196 + 328; case 29: return n * 1203 + 329; case 30: return n * 1210 + 330; case 31: return n * 1217 + 331;
            case 32: return n * 1224 + 332; case 33: return n * 1231 + 333; case 34: return n * 1238 + 334; case 35: return n * 1245 + 335;
            case 36: return n * 1252 + 336; case 37: return n * 1259 + 337; case 38: return n * 1266 + 338; case 39: return n * 1273 + 339;
            case 40: return n * 1280 + 340; case 41: return n * 1287 + 341; case 42: return n * 1294 + 342; case 43: return n * 1301 + 343;
            case 44: return n * 1308 + 344; case 45: return n * 1315 + 345; case 46: return n * 1322 + 346; case 47: return n * 1329 + 347;
            case 48: return n * 1336 + 348; case 49: return n * 1343 + 349; case 50: return n * 1350 + 350; case 51: return n * 1357 + 351;
            case 52: return n * 1364 + 352; case 53: return n * 1371 + 353; case 54: return n * 1378 + 354; case 55: return n * 1385 + 355;
            case 56: return n * 1392 + 356; case 57: return n * 1399 + 357; case 58: return n * 1406 + 358; case 59: return n * 1413 + 359;
            case 60: return n * 1420 + 360; case 61: return n * 1427 + 361; case 62: return n * 1434 + 362; case 63: return n * 1441 + 363;
            default: return String.valueOf(n).length();
        }
    }

    public static void main(String[] args) {
        System.out.println(args.length > 0 ? 0 : compare(1900));
        System.out.println(call(args.length > 0 ? Integer.parseInt(args[0]) : 16_000_000));
    }
}
