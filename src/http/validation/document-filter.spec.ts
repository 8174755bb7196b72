import { ChoiceField, RegionField } from './fields.js';
import { DocumentFilter, facetKinds, filterPlan } from './request-field.js';

interface Shoe {
  colour_code: number;
  market: string;
}

class ShoeFilter extends DocumentFilter<Shoe> {
  @ChoiceField([1, 2], 'Colour.', { index: 'colour_code' })
  colour?: number;

  @RegionField('Region.', { index: 'market', facet: 'region' })
  region?: string;
}

describe('a filter class', () => {
  it('has its index fields and facets from its decorators, in the order of its fields', () => {
    expect(Object.entries(filterPlan<ShoeFilter, Shoe>(ShoeFilter).filters)).toEqual([
      ['colour', 'colour_code'],
      ['region', 'market'],
    ]);
    expect(filterPlan<ShoeFilter, Shoe>(ShoeFilter).facets).toEqual({ region: 'region' });
    expect(facetKinds(ShoeFilter)).toEqual({ region: 'region' });
  });

  it('can name only fields of its documents, as the compiler checks', () => {
    class Misspelt extends DocumentFilter<Shoe> {
      // @ts-expect-error a shoe has no such field
      @RegionField('Region.', { index: 'markt' })
      region?: string;
    }
    expect(facetKinds(Misspelt)).toEqual({});
  });

  it('is refused when a filter names no index field, which would be ignored', () => {
    class Incomplete extends ShoeFilter {
      @ChoiceField([1, 2], 'Size.')
      size?: number;
    }
    expect(() => filterPlan<Incomplete, Shoe>(Incomplete)).toThrow('Incomplete.size names no index field');
  });
});
