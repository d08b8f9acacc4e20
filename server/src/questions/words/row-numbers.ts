const ofWord = /(?:^|[_\s.-])(?:id|uuid|zip|zipcode|postcode|phone|no|nr)$/i;
const ofCamelCase = /[a-z](?:Id|ID|No|Nr)$/;

/** Whether a column holds numbers or codes by which rows, places or people are called: nobody adds them up. */
export function holdsRowNumbers(name: string): boolean {
  return ofWord.test(name) || ofCamelCase.test(name);
}
