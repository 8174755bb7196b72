import type { Type } from '@nestjs/common';
import { DecimalField, DocumentedField, Fields, ListField, TextField, WholeField } from '../../fields/field.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { AnswerEnvelope } from '../../http/answer/answer.dto.js';
import { ChoicesField, CountField } from '../../http/validation/fields.js';
import { SingleIdField } from '../../http/validation/id.field.js';
import { DateInfoField } from '../../http/validation/period.field.js';
import { NestedField } from '../../http/validation/request-field.js';
import { type PeerSubject, SUBJECTS, type Trait } from '../../subjects/subjects.js';

/** A place of one figure among those of the peers (docs/api.md, "Among peers"). */
export class PeerFigure extends Fields({
  name: TextField('The figure, named as in the ranking', { required: true, example: 'usd_gmv' }),
  value: DecimalField('Of the row itself', { required: true }),
  rank: WholeField('Place among the row and its peers: 1 more than the peers with a larger value', { required: true }),
  tied: WholeField('Peers with the same value', { required: true }),
  percentile: DecimalField('Percent of the peers with a smaller value, two decimals', { required: true }),
  p25: DecimalField('First quartile of the peers: linear between the two nearest values, exact', { required: true }),
  median: DecimalField('Median of the peers', { required: true }),
  p75: DecimalField('Third quartile of the peers', { required: true }),
  top5_mean: DecimalField('Mean of the five largest values of the peers', { required: true }),
}) {}

export class PeersData extends Fields({
  peers: WholeField('Peers: the other rows of the ranking that have the same', { required: true }),
  note: TextField('Why there are no figures; null when there are some'),
  filter: DocumentedField<object | null>({
    oneOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }],
    description: 'The filter of the ranking that gives these peers and the row itself; null where there is none',
    example: { region: 'US', date_info: { type: 'month', value: '2026-06' } },
  }),
  figures: ListField(() => PeerFigure, 'The figures of the row; empty with fewer than five peers'),
}) {}

export class PeersResponse extends AnswerEnvelope(PeersData, 'The place of the row among its peers') {}

/** The row that is compared; each filter adds its id. */
abstract class PeersFilter {
  @DateInfoField()
  date_info: DatedPeriod;
}

export interface PeersRequest {
  readonly filter: PeersFilter;
  readonly same: readonly Trait[];
  readonly tolerance: number;
}

const SAME = 'What the peers have in common with the row; none: all other rows of the ranking.';
const SAME_OPTIONS = { default: ['region', 'category'], example: ['region'], typeName: 'words' } as const;

const PeersRequestOf = (subject: PeerSubject, filter: Type<PeersFilter>) =>
  Fields({
    tolerance: CountField(100, 'Percent by which price or followers may differ either way.', {
      default: 25,
      example: 50,
    }),
    filter: NestedField(() => filter, 'The row that is compared.', { required: true }),
    same: ChoicesField(Object.keys(SUBJECTS[subject].peers.traits), SAME, SAME_OPTIONS),
  }) as Type<PeersRequest>;

class CreatorPeersFilter extends PeersFilter {
  @SingleIdField('Creator ID.', { required: true })
  uid: string;
}

export class CreatorPeersRequest extends PeersRequestOf('creator', CreatorPeersFilter) {}

class ProductPeersFilter extends PeersFilter {
  @SingleIdField('Product ID.', { required: true })
  product_id: string;
}

export class ProductPeersRequest extends PeersRequestOf('product', ProductPeersFilter) {}

class ShopPeersFilter extends PeersFilter {
  @SingleIdField('Shop ID.', { required: true })
  seller_id: string;
}

export class ShopPeersRequest extends PeersRequestOf('shop', ShopPeersFilter) {}
