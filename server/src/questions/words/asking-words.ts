/** Words for what is worked out, and for what is done with any rows: they name nothing. */
const asks =
  /^(average|mean|avg|median|total|sum|totals|highest|lowest|largest|smallest|biggest|greatest|maximum|minimum|max|min|top|bottom|best|worst|fewest|common|often|frequent|different|distinct|unique|percent|percentage|share|proportion|fraction|count|compare|compares|compared|differences?|differ|differs|vary|varies|higher|lower|larger|smaller|amount|overall|altogether|please|happen|happened|occur|occurred|begin|began|begun|start|started|find|return|display|give|did|rows|records|entries|order|ordered|sort|sorted|alphabetical|ascending|descending|reverse|rank|ranked|ranking|group|grouped|break|broken|down|exist|exists|kinds?|types?|placed|made|came|come|comes|took|go|goes|went|work|works|live|lives|located|situated|provided|offered|appear|appears|appeared|involved|belong|belongs|fall|falls|across|among|amongst|within|into|having|taken|bought|attend|attends|attending|attended|spoken|taught|teach|teaches|received|receive|corresponding|well|vs|versus|against|fewer|sell|sells|handle|handled|raised|processed|issued|logged|recorded|booked|filed|get|got|gets|busiest|popular|us|our|ever|yet|already|now|right|currently|whats|both|breakdown|split|together|including|included|actually|just|only|main|used)$/;

export function isAsking(word: string): boolean {
  return asks.test(word);
}
