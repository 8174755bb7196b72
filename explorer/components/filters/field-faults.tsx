import { inWords, repaired } from '../../model/problems.js';
import type { ErrorFault } from '../../../clients/typescript/src/schema.js';
import { useExplorer } from '../app/context.js';

/** The errors of a field, with a button for the proposed value. */
export function FieldFaults({ faults }: { readonly faults: readonly ErrorFault[] }) {
  const { state, go, text, field: nameOf } = useExplorer();
  return (
    <>
      {faults.map((fault) => {
        const better = repaired(state, fault);
        return (
          <div key={fault.path + fault.rule} class="fault" role="alert">
            <p>{inWords(fault.message, nameOf)}</p>
            {better !== undefined && (
              <button type="button" class="button" onClick={() => go(better)}>
                {text('didYouMean', { value: fault.did_you_mean ?? '' })}
              </button>
            )}
          </div>
        );
      })}
    </>
  );
}
