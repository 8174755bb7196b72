package commerce.analysis;

import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.es.SpanishPluralStemFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchMinimalStemFilter;
import org.apache.lucene.analysis.id.IndonesianStemFilter;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseMinimalStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.tartarus.snowball.ext.DutchStemmer;

/** The stemmers of the `stemmer` filter for the languages of the service's markets, by their official names. */
final class Stemmers {
    private static final Map<String, UnaryOperator<TokenStream>> BY_NAME = Map.ofEntries(
        Map.entry("english", PorterStemFilter::new),
        Map.entry("porter", PorterStemFilter::new),
        Map.entry("light_english", KStemFilter::new),
        Map.entry("minimal_english", EnglishMinimalStemFilter::new),
        Map.entry("possessive_english", EnglishPossessiveFilter::new),
        Map.entry("light_german", GermanLightStemFilter::new),
        Map.entry("minimal_german", GermanMinimalStemFilter::new),
        Map.entry("light_spanish", SpanishLightStemFilter::new),
        Map.entry("spanish_plural", SpanishPluralStemFilter::new),
        Map.entry("light_french", FrenchLightStemFilter::new),
        Map.entry("minimal_french", FrenchMinimalStemFilter::new),
        Map.entry("light_italian", ItalianLightStemFilter::new),
        Map.entry("light_portuguese", PortugueseLightStemFilter::new),
        Map.entry("minimal_portuguese", PortugueseMinimalStemFilter::new),
        Map.entry("indonesian", IndonesianStemFilter::new),
        Map.entry("dutch", stream -> new SnowballFilter(stream, new DutchStemmer()))
    );

    private Stemmers() {}

    /** The filter of that name; throws IllegalArgumentException for a name that is not there. */
    static UnaryOperator<TokenStream> named(String language) {
        UnaryOperator<TokenStream> stemmer = BY_NAME.get(language.toLowerCase(Locale.ROOT));
        if (stemmer == null) {
            throw new IllegalArgumentException("No stemmer [" + language + "]; there are " + BY_NAME.keySet());
        }
        return stemmer;
    }
}
