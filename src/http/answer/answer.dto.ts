import { TextField, WholeField } from '../../records/fields/field.js';

/** The envelope of the document's examples, but for its data. */
export const EXAMPLE_ENVELOPE = {
  code: 0,
  message: '',
  timestamp: 1782864000,
  request_id: '8f14e45f-ceea-467f-a0e6-5b6d3f3d2c11',
} as const;

/** The fields of every answer next to `data` (docs/api.md, "Envelope"). */
export abstract class Answer {
  @WholeField('0 on success', { required: true, oneOf: [0], example: 0 })
  code: number;

  @TextField('Empty on success, else what is wrong', { required: true, example: '' })
  message: string;

  @WholeField('Unix seconds', { required: true, example: EXAMPLE_ENVELOPE.timestamp })
  timestamp: number;

  @TextField('Request identifier, also in the header X-Request-Id', {
    required: true,
    example: EXAMPLE_ENVELOPE.request_id,
  })
  request_id: string;
}
