import { useEffect, useState } from 'preact/hooks';

const phone = matchMedia('(max-width: 760px)');

/** Whether the page is as narrow as a phone. */
export function usePhone(): boolean {
  const [isPhone, setPhone] = useState(phone.matches);
  useEffect(() => {
    const read = (): void => setPhone(phone.matches);
    phone.addEventListener('change', read);
    return () => phone.removeEventListener('change', read);
  }, []);
  return isPhone;
}
