package commerce.analysis;

import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.Transliterator;
import com.ibm.icu.text.UnicodeSet;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.DecimalDigitFilter;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2CharFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.icu.ICUTransformFilter;
import org.apache.lucene.analysis.icu.segmentation.DefaultICUTokenizerConfig;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.miscellaneous.SetKeywordMarkerFilter;
import org.apache.lucene.analysis.miscellaneous.StemmerOverrideFilter;
import org.apache.lucene.analysis.miscellaneous.TrimFilter;
import org.apache.lucene.analysis.miscellaneous.TruncateTokenFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterIterator;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.ngram.NGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.reverse.ReverseStringFilter;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractCharFilterFactory;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Brings Lucene's analysis components back under the names, options and defaults they have in the official
 * analysis-common module and analysis-icu plugin, so that one index definition runs on both.
 */
public class CommerceAnalysisPlugin extends Plugin implements AnalysisPlugin {

    private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
            "icu_tokenizer",
            tokenizer(settings -> new ICUTokenizer(new DefaultICUTokenizerConfig(true, true))),
            "whitespace",
            tokenizer(settings -> new WhitespaceTokenizer(settings.getAsInt("max_token_length", 255)))
        );
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return Map.of(
            "html_strip",
            charFilter(settings -> HTMLStripCharFilter::new),
            "mapping",
            AnalysisPlugin.requiresAnalysisSettings(normalizingCharFilter(settings -> {
                NormalizeCharMap map = charMap(settings.getAsList("mappings"));
                return reader -> new MappingCharFilter(map, reader);
            })),
            "pattern_replace",
            AnalysisPlugin.requiresAnalysisSettings(normalizingCharFilter(settings -> {
                Pattern pattern = Pattern.compile(required(settings, "pattern"));
                String replacement = settings.get("replacement", "");
                return reader -> new PatternReplaceCharFilter(pattern, replacement, reader);
            })),
            "icu_normalizer",
            normalizingCharFilter(settings -> {
                Normalizer2 normalizer = normalizer(settings);
                return reader -> new ICUNormalizer2CharFilter(reader, normalizer);
            })
        );
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        Map<String, AnalysisProvider<TokenFilterFactory>> filters = new TreeMap<>();
        filters.put("icu_normalizer", normalizing(settings -> {
            Normalizer2 normalizer = normalizer(settings);
            return stream -> new ICUNormalizer2Filter(stream, normalizer);
        }));
        filters.put("icu_folding", normalizing(settings -> {
            Normalizer2 folding = filtered(ICUFoldingFilter.NORMALIZER, settings);
            return stream -> new ICUFoldingFilter(stream, folding);
        }));
        filters.put("icu_transform", normalizing(settings -> {
            int direction = "reverse".equals(settings.get("dir", "forward")) ? Transliterator.REVERSE : Transliterator.FORWARD;
            Transliterator transliterator = Transliterator.getInstance(settings.get("id", "Null"), direction);
            return stream -> new ICUTransformFilter(stream, transliterator);
        }));
        filters.put("asciifolding", normalizing(settings -> {
            boolean preserveOriginal = settings.getAsBoolean("preserve_original", false);
            return stream -> new ASCIIFoldingFilter(stream, preserveOriginal);
        }));
        filters.put("cjk_width", normalizing(settings -> CJKWidthFilter::new));
        filters.put("decimal_digit", normalizing(settings -> DecimalDigitFilter::new));
        filters.put("trim", normalizing(settings -> TrimFilter::new));
        filters.put("elision", normalizing(settings -> {
            CharArraySet articles = new CharArraySet(settings.getAsList("articles"), settings.getAsBoolean("articles_case", false));
            return stream -> new ElisionFilter(stream, articles);
        }));
        filters.put("pattern_replace", AnalysisPlugin.requiresAnalysisSettings(normalizing(settings -> {
            Pattern pattern = Pattern.compile(required(settings, "pattern"));
            String replacement = settings.get("replacement", "");
            boolean all = settings.getAsBoolean("all", true);
            return stream -> new PatternReplaceFilter(stream, pattern, replacement, all);
        })));
        filters.put("cjk_bigram", filter(settings -> {
            int scripts = bigramScripts(settings.getAsList("ignored_scripts"));
            boolean outputUnigrams = settings.getAsBoolean("output_unigrams", false);
            return stream -> new CJKBigramFilter(stream, scripts, outputUnigrams);
        }));
        filters.put("edge_ngram", filter(settings -> {
            int min = settings.getAsInt("min_gram", 1);
            int max = settings.getAsInt("max_gram", 2);
            boolean preserveOriginal = settings.getAsBoolean("preserve_original", false);
            return stream -> new EdgeNGramTokenFilter(stream, min, max, preserveOriginal);
        }));
        filters.put("ngram", filter(settings -> {
            int min = settings.getAsInt("min_gram", 1);
            int max = settings.getAsInt("max_gram", 2);
            boolean preserveOriginal = settings.getAsBoolean("preserve_original", false);
            return stream -> new NGramTokenFilter(stream, min, max, preserveOriginal);
        }));
        filters.put("length", filter(settings -> {
            int min = settings.getAsInt("min", 0);
            int max = settings.getAsInt("max", Integer.MAX_VALUE);
            return stream -> new LengthFilter(stream, min, max);
        }));
        filters.put("truncate", filter(settings -> {
            int length = settings.getAsInt("length", 10);
            return stream -> new TruncateTokenFilter(stream, length);
        }));
        filters.put("reverse", normalizing(settings -> ReverseStringFilter::new));
        filters.put("keyword_repeat", filter(settings -> KeywordRepeatFilter::new));
        filters.put("remove_duplicates", filter(settings -> RemoveDuplicatesTokenFilter::new));
        filters.put("flatten_graph", filter(settings -> FlattenGraphFilter::new));
        filters.put("keyword_marker", AnalysisPlugin.requiresAnalysisSettings(filter(settings -> {
            CharArraySet keywords = new CharArraySet(settings.getAsList("keywords"), settings.getAsBoolean("ignore_case", false));
            return stream -> new SetKeywordMarkerFilter(stream, keywords);
        })));
        filters.put("word_delimiter_graph", filter(settings -> {
            int flags = wordDelimiterFlags(settings);
            boolean adjustOffsets = settings.getAsBoolean("adjust_offsets", true);
            return stream -> new WordDelimiterGraphFilter(
                stream,
                adjustOffsets,
                WordDelimiterIterator.DEFAULT_WORD_DELIM_TABLE,
                flags,
                null
            );
        }));
        filters.put("stemmer_override", AnalysisPlugin.requiresAnalysisSettings(filter(settings -> {
            StemmerOverrideFilter.StemmerOverrideMap stems = stems(settings.getAsList("rules"));
            return stream -> new StemmerOverrideFilter(stream, stems);
        })));
        filters.put("stemmer", filter(settings -> {
            String language = settings.get("language", settings.get("name", "porter"));
            return Stemmers.named(language);
        }));
        return filters;
    }

    private static Normalizer2 normalizer(Settings settings) {
        Normalizer2.Mode mode = "decompose".equals(settings.get("mode")) ? Normalizer2.Mode.DECOMPOSE : Normalizer2.Mode.COMPOSE;
        return filtered(Normalizer2.getInstance(null, settings.get("name", "nfkc_cf"), mode), settings);
    }

    private static Normalizer2 filtered(Normalizer2 normalizer, Settings settings) {
        String set = settings.get("unicode_set_filter");
        return set == null ? normalizer : new FilteredNormalizer2(normalizer, new UnicodeSet(set).freeze());
    }

    private static int bigramScripts(List<String> ignored) {
        Map<String, Integer> flags = new HashMap<>();
        flags.put("han", CJKBigramFilter.HAN);
        flags.put("hiragana", CJKBigramFilter.HIRAGANA);
        flags.put("katakana", CJKBigramFilter.KATAKANA);
        flags.put("hangul", CJKBigramFilter.HANGUL);
        ignored.forEach(flags::remove);
        return flags.values().stream().reduce(0, (all, flag) -> all | flag);
    }

    private static int wordDelimiterFlags(Settings settings) {
        int flags = 0;
        flags |= settings.getAsBoolean("generate_word_parts", true) ? WordDelimiterGraphFilter.GENERATE_WORD_PARTS : 0;
        flags |= settings.getAsBoolean("generate_number_parts", true) ? WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS : 0;
        flags |= settings.getAsBoolean("catenate_words", false) ? WordDelimiterGraphFilter.CATENATE_WORDS : 0;
        flags |= settings.getAsBoolean("catenate_numbers", false) ? WordDelimiterGraphFilter.CATENATE_NUMBERS : 0;
        flags |= settings.getAsBoolean("catenate_all", false) ? WordDelimiterGraphFilter.CATENATE_ALL : 0;
        flags |= settings.getAsBoolean("split_on_case_change", true) ? WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE : 0;
        flags |= settings.getAsBoolean("preserve_original", false) ? WordDelimiterGraphFilter.PRESERVE_ORIGINAL : 0;
        flags |= settings.getAsBoolean("split_on_numerics", true) ? WordDelimiterGraphFilter.SPLIT_ON_NUMERICS : 0;
        flags |= settings.getAsBoolean("stem_english_possessive", true) ? WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE : 0;
        flags |= settings.getAsBoolean("ignore_keywords", false) ? WordDelimiterGraphFilter.IGNORE_KEYWORDS : 0;
        return flags;
    }

    private static StemmerOverrideFilter.StemmerOverrideMap stems(List<String> rules) {
        StemmerOverrideFilter.Builder stems = new StemmerOverrideFilter.Builder(false);
        for (String rule : rules) {
            String[] sides = rule.split("=>", -1);
            if (sides.length != 2) {
                throw new IllegalArgumentException("Invalid stemmer rule: [" + rule + "]");
            }
            for (String word : sides[0].split(",")) {
                stems.add(word.trim(), sides[1].trim());
            }
        }
        try {
            return stems.build();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static NormalizeCharMap charMap(List<String> mappings) {
        NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
        for (String mapping : mappings) {
            int arrow = mapping.lastIndexOf("=>");
            if (arrow < 0) {
                throw new IllegalArgumentException("Invalid mapping rule: [" + mapping + "]");
            }
            map.add(unescaped(mapping.substring(0, arrow).trim()), unescaped(mapping.substring(arrow + 2).trim()));
        }
        return map.build();
    }

    private static String unescaped(String text) {
        String withoutCodes = UNICODE_ESCAPE.matcher(text)
            .replaceAll(escape -> Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(escape.group(1), 16))));
        return withoutCodes.contains("\\") ? withoutCodes.translateEscapes() : withoutCodes;
    }

    private static String required(Settings settings, String key) {
        String value = settings.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }

    private static AnalysisProvider<TokenizerFactory> tokenizer(Function<Settings, Tokenizer> create) {
        return (index, environment, name, settings) -> TokenizerFactory.newFactory(name, () -> create.apply(settings));
    }

    private static AnalysisProvider<TokenFilterFactory> filter(Function<Settings, UnaryOperator<TokenStream>> configure) {
        return (index, environment, name, settings) -> {
            UnaryOperator<TokenStream> wrap = configure.apply(settings);
            return new AbstractTokenFilterFactory(name) {
                @Override
                public TokenStream create(TokenStream stream) {
                    return wrap.apply(stream);
                }
            };
        };
    }

    private static AnalysisProvider<TokenFilterFactory> normalizing(Function<Settings, UnaryOperator<TokenStream>> configure) {
        class Factory extends AbstractTokenFilterFactory implements NormalizingTokenFilterFactory {
            private final UnaryOperator<TokenStream> wrap;

            Factory(String name, UnaryOperator<TokenStream> wrap) {
                super(name);
                this.wrap = wrap;
            }

            @Override
            public TokenStream create(TokenStream stream) {
                return wrap.apply(stream);
            }
        }
        return (index, environment, name, settings) -> new Factory(name, configure.apply(settings));
    }

    private static AnalysisProvider<CharFilterFactory> charFilter(Function<Settings, UnaryOperator<Reader>> configure) {
        return (index, environment, name, settings) -> {
            UnaryOperator<Reader> wrap = configure.apply(settings);
            return new AbstractCharFilterFactory(name) {
                @Override
                public Reader create(Reader reader) {
                    return wrap.apply(reader);
                }
            };
        };
    }

    private static AnalysisProvider<CharFilterFactory> normalizingCharFilter(Function<Settings, UnaryOperator<Reader>> configure) {
        class Factory extends AbstractCharFilterFactory implements NormalizingCharFilterFactory {
            private final UnaryOperator<Reader> wrap;

            Factory(String name, UnaryOperator<Reader> wrap) {
                super(name);
                this.wrap = wrap;
            }

            @Override
            public Reader create(Reader reader) {
                return wrap.apply(reader);
            }
        }
        return (index, environment, name, settings) -> new Factory(name, configure.apply(settings));
    }
}
