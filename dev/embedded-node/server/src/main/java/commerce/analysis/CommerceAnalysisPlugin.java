package commerce.analysis;

import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.Transliterator;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.icu.ICUTransformFilter;
import org.apache.lucene.analysis.icu.segmentation.DefaultICUTokenizerConfig;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.StemmerOverrideFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceFilter;
import org.apache.lucene.analysis.reverse.ReverseStringFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AbstractCharFilterFactory;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.lucene.analysis.miscellaneous.DisableGraphAttribute;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * A stand-in for the official analysis-common module and analysis-icu plugin: the components and settings of
 * `elastic/analysis.json`, under their official names and with their official defaults, on Lucene's own classes. It refuses
 * other settings, so that no index definition runs here and means something else on the official distribution.
 */
public class CommerceAnalysisPlugin extends Plugin implements AnalysisPlugin {

    private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u([0-9a-fA-F]{4})");

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
            "icu_tokenizer",
            tokenizer(() -> new ICUTokenizer(new DefaultICUTokenizerConfig(true, true))),
            "whitespace",
            tokenizer(WhitespaceTokenizer::new)
        );
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return Map.of(
            "mapping",
            AnalysisPlugin.requiresAnalysisSettings(charFilter(Set.of("mappings"), settings -> {
                NormalizeCharMap map = charMap(settings.getAsList("mappings"));
                return reader -> new MappingCharFilter(map, reader);
            })),
            "pattern_replace",
            AnalysisPlugin.requiresAnalysisSettings(charFilter(Set.of("pattern", "replacement"), settings -> {
                Pattern pattern = Pattern.compile(required(settings, "pattern"));
                String replacement = settings.get("replacement", "");
                return reader -> new PatternReplaceCharFilter(pattern, replacement, reader);
            }))
        );
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "icu_normalizer",
            normalizing(Set.of(), settings -> {
                Normalizer2 normalizer = Normalizer2.getInstance(null, "nfkc_cf", Normalizer2.Mode.COMPOSE);
                return stream -> new ICUNormalizer2Filter(stream, normalizer);
            }),
            "icu_folding",
            normalizing(Set.of(), settings -> ICUFoldingFilter::new),
            "icu_transform",
            normalizing(Set.of("id"), settings -> {
                Transliterator transliterator = Transliterator.getInstance(settings.get("id", "Null"), Transliterator.FORWARD);
                return stream -> new ICUTransformFilter(stream, transliterator);
            }),
            "pattern_replace",
            AnalysisPlugin.requiresAnalysisSettings(normalizing(Set.of("pattern", "replacement"), settings -> {
                Pattern pattern = Pattern.compile(required(settings, "pattern"));
                String replacement = settings.get("replacement", "");
                return stream -> new PatternReplaceFilter(stream, pattern, replacement, true);
            })),
            "reverse",
            normalizing(Set.of(), settings -> ReverseStringFilter::new),
            "cjk_bigram",
            filter(Set.of("output_unigrams"), settings -> {
                boolean outputUnigrams = settings.getAsBoolean("output_unigrams", false);
                return stream -> bigrams(stream, outputUnigrams);
            }),
            "edge_ngram",
            filter(Set.of("min_gram", "max_gram"), settings -> {
                int min = settings.getAsInt("min_gram", 1);
                int max = settings.getAsInt("max_gram", 2);
                return stream -> new EdgeNGramTokenFilter(stream, min, max, false);
            }),
            "length",
            filter(Set.of("min", "max"), settings -> {
                int min = settings.getAsInt("min", 0);
                int max = settings.getAsInt("max", Integer.MAX_VALUE);
                return stream -> new LengthFilter(stream, min, max);
            }),
            "stemmer_override",
            AnalysisPlugin.requiresAnalysisSettings(filter(Set.of("rules"), settings -> {
                StemmerOverrideFilter.StemmerOverrideMap stems = stems(settings.getAsList("rules"));
                return stream -> new StemmerOverrideFilter(stream, stems);
            })),
            "stemmer",
            AnalysisPlugin.requiresAnalysisSettings(filter(Set.of("language"), settings -> {
                String language = required(settings, "language");
                if (!language.equals("minimal_english")) {
                    throw new IllegalArgumentException(
                        "The development node has no stemmer [" + language + "]; it has [minimal_english]"
                    );
                }
                return EnglishMinimalStemFilter::new;
            }))
        );
    }

    private static TokenStream bigrams(TokenStream stream, boolean outputUnigrams) {
        int allScripts = CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;
        CJKBigramFilter filter = new CJKBigramFilter(stream, allScripts, outputUnigrams);
        if (outputUnigrams) {
            // Pairs and single characters overlap: queries must not take them for a graph of synonyms.
            filter.addAttribute(DisableGraphAttribute.class);
        }
        return filter;
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

    /** The settings of a component; throws IllegalArgumentException for a setting that this module does not know. */
    private static Settings checked(String name, Settings settings, Set<String> known) {
        for (String key : settings.keySet()) {
            if (!key.equals("type") && !key.startsWith("index.") && !known.contains(key)) {
                throw new IllegalArgumentException(
                    "The development node does not know the setting [" + key + "] of [" + name + "]; it knows " + new TreeSet<>(known)
                );
            }
        }
        return settings;
    }

    private static AnalysisProvider<TokenizerFactory> tokenizer(Supplier<Tokenizer> create) {
        return (index, environment, name, settings) -> {
            checked(name, settings, Set.of());
            return TokenizerFactory.newFactory(name, create);
        };
    }

    private static AnalysisProvider<TokenFilterFactory> filter(
        Set<String> known,
        Function<Settings, UnaryOperator<TokenStream>> configure
    ) {
        return (index, environment, name, settings) -> {
            UnaryOperator<TokenStream> wrap = configure.apply(checked(name, settings, known));
            return new AbstractTokenFilterFactory(name) {
                @Override
                public TokenStream create(TokenStream stream) {
                    return wrap.apply(stream);
                }
            };
        };
    }

    private static AnalysisProvider<TokenFilterFactory> normalizing(
        Set<String> known,
        Function<Settings, UnaryOperator<TokenStream>> configure
    ) {
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
        return (index, environment, name, settings) -> new Factory(name, configure.apply(checked(name, settings, known)));
    }

    private static AnalysisProvider<CharFilterFactory> charFilter(
        Set<String> known,
        Function<Settings, UnaryOperator<Reader>> configure
    ) {
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
        return (index, environment, name, settings) -> new Factory(name, configure.apply(checked(name, settings, known)));
    }
}
