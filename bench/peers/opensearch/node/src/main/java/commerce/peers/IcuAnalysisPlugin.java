package commerce.peers;

import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.Transliterator;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2Filter;
import org.apache.lucene.analysis.icu.ICUTransformFilter;
import org.apache.lucene.analysis.icu.segmentation.DefaultICUTokenizerConfig;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.NormalizingTokenFilterFactory;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.index.analysis.TokenizerFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/** The ICU analysis that the service's index definitions use, with the names and defaults of the official analysis-icu. */
public class IcuAnalysisPlugin extends Plugin implements AnalysisPlugin {

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
            "icu_tokenizer",
            (index, environment, name, settings) -> TokenizerFactory.newFactory(
                name,
                () -> new ICUTokenizer(new DefaultICUTokenizerConfig(true, true))
            )
        );
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "icu_normalizer",
            filter(settings -> {
                Normalizer2 normalizer = Normalizer2.getInstance(null, "nfkc_cf", Normalizer2.Mode.COMPOSE);
                return stream -> new ICUNormalizer2Filter(stream, normalizer);
            }),
            "icu_folding",
            filter(settings -> stream -> new ICUFoldingFilter(stream, ICUFoldingFilter.NORMALIZER)),
            "icu_transform",
            filter(settings -> {
                Transliterator transliterator = Transliterator.getInstance(settings.get("id", "Null"), Transliterator.FORWARD);
                return stream -> new ICUTransformFilter(stream, transliterator);
            })
        );
    }

    private static AnalysisProvider<TokenFilterFactory> filter(Function<Settings, UnaryOperator<TokenStream>> configure) {
        return (index, environment, name, settings) -> new Filter(name, configure.apply(settings));
    }

    private record Filter(String name, UnaryOperator<TokenStream> wrap) implements NormalizingTokenFilterFactory {
        @Override
        public TokenStream create(TokenStream stream) {
            return wrap.apply(stream);
        }
    }
}
