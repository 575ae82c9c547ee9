/**
 * What the campaigns found, in the order of its finding.
 * @type {readonly { what: string, found: string, commit: string }[]}
 */
export const DEFECTS = [
  found("hostile", "b167866", [
    "A small answer that was wrong in every element became gigabytes of problems, and the process ran out of memory",
    "An answer nested 100,000 levels deep ended the call with an overflow of the stack; millions of empty values filled the heap",
    "Sixteen endless answers at once were held sixteen times the limit",
    "Endless pages were read for 10,000 pages, however long that took",
    "A log line showed control and bidirectional characters of other people's names raw",
    "Errors of the client repeated hostile keys raw and at any length",
    "Names, ids and the service's own words stood raw in errors and check failures: a lock's name could steer the terminal",
    "A deeply nested declaration or state overflowed the stack; 100,000 wrong values became as many failures",
    "A key `__proto__` in a declaration was dropped without a word",
    "A `settleTimeout` of weeks waited for ever, or not at all",
    "A broken `pending.since` in a state made every object of that identity count as ours, so that a delete could take somebody else's code",
    "A state whose notification settings are no list ended diff with a TypeError",
    "One authorization with a date that is none ended every read, diff and create of any authorization",
    "An update that the service answered with another object moved the state to that object",
    "A state of a set with something that is no lock was called `[object Object]`",
    "A name could end the block of the pipeline example's summary page, or become a command to GitHub",
  ]),
  found("kill", "c109e1a", [
    "A create of an address, unit, webhook or notification that the service performed after the next run had listed made a second one",
    "What a killed run had deleted within ten minutes of its making counted as present, and the next `up` did nothing",
    "The provider process stayed for ever after its engine was killed",
    "The note of a create was not renewed before it was sent a second time",
  ]),
  found("concurrency", "c109e1a", [
    "A create refused because another stack was faster was told in the service's words, without the id of what is in the way, and could be taken for our own",
    "A create that the service refused and showed in turns was sent without end",
  ]),
  found("load", "8bdcd8f", [
    "Writes that gathered for one request, or queued behind a limit, took the time from the lock that it has to confirm",
    "A bulk write of unknown outcome was sent every 200 ms for two minutes, whatever `smartlock:timeout` said",
  ]),
  found("matrix", "56fbeb4", [
    "A webhook whose answer was lost was recorded without its secret where the service's list hides it",
    "When the service went away after a write that may have taken effect, the error spoke only of the list that failed afterwards",
    "After an accepted delete one partial list was taken for gone, and a grant was forgotten that the door still honoured",
  ]),
  found("model", "a84a981", [
    "The delete left over from a forced replacement of a webhook took away the one that had been adopted in its place",
    "An `up` right after a killed destroy compared the program with objects whose delete was still under way, did nothing and said success",
  ]),
  found("model", "70fa1b0", [
    "A value handed on between two resources of one program failed with a 409 in every run, and nobody said who has it",
  ]),
  found("model", "6757c75", [
    "A new resource adopted the object of one that was to become another and is declared after it, and both had the same object",
  ]),
  found("model", "55bbb94", ["After a refresh, a guest who had left blocked the next run"]),
  found("mutation", "038be2a", ["Each refusal of a base URL ended with two full stops"]),
  found("hostile", "1f50f47", [
    "An e-mail address in a declaration that is no text ended diff with a TypeError",
  ]),
  found("load", "5136267", [
    "A thousand requests before a slow service: the last in line had used up their time before their turn came",
    "A create that failed twice in a row was given up, although it was proven not to be there",
  ]),
  found("load", "329f0f9", [
    "A service that says 429 was asked again by each request for itself, until hundreds gave up",
  ]),
  found("hostile", "9f6494c", [
    "A service that answered the take-over of a sub-account with another one's id had the account deleted and the other one overwritten",
  ]),
  found("load", "d3ae1b6", [
    "Sixteen requests refused with 429 in the same moment slowed the run down sixteen times, and it needed minutes to recover",
  ]),
  found("model", "1712d54", [
    "A set whose grant another resource took over in the same run was refused in every run, instead of making one of its own",
  ]),
  found("model", "58918f1", [
    "An update could give something the name of what a killed run had left behind, and nobody said that there are two now",
  ]),
  found("matrix", "50c5e00", [
    "One partial list kept an address from being updated, although the next list showed it",
  ]),
  found("matrix", "8650d71", [
    "An address renamed where the service cuts names was sent its name again with every run",
  ]),
  found("matrix", "4fb9b2c", [
    "A new name of which the service cut off what differs from the old one failed in every run, or was sent with every run",
  ]),
  found("matrix", "f92e84a", [
    "A window that came out wider was told as a lock that did not confirm, without a word about the window",
  ]),
  found("review", "3bcefe8", [
    "Two lists that lacked a grant counted as gone: its removal sent nothing, said success, and the door went on opening",
    "A create after a crash trusted one list that lacked what the dead run had made, and made it twice in silence",
  ]),
  found("review", "f1c16bb", [
    "Where the service cuts a name, each run made one more fob, and a destroy left them all",
  ]),
  found("review", "bcf8dc9", [
    "A token that had lost its right to delete made the state forget what was still shown",
  ]),
  found("model", "27723cf", [
    "A pending grant was sent again to a lock that had left the account, so that there were two",
    "A pending grant was given up on the word of one list",
  ]),
  found("matrix", "b501400", [
    "A service whose lists are broken kept everybody's access: no delete was sent",
  ]),
  found("review", "147ae10", [
    "One partial list after a second one proved others gone: a living webhook was deleted and made again",
    "A note of a dead run found nothing where the service alters names, and a second object was made",
  ]),
  found("review", "dec7c0f", [
    "A gateway's 404 to a delete made the state forget what lists still showed",
    "A fob of the same name that somebody else made could be taken for a pending one, and be deleted",
  ]),
  found("model", "65648f1", [
    "A webhook that wanted the URL which another one was leaving waited in every run for a delete that comes last",
  ]),
  found("review", "cdde4e0", [
    "A set that was replaced and lost locks in the same change did not count them for `smartlock:maxDeletes`",
  ]),
  found("review", "5b1569d", [
    "Words of the service within an answer stood in an error with whatever secret it had put there",
  ]),
  found("review", "cc11e33", [
    "A gateway's 404 to a delete and to the read by the same id made the state forget what lists still showed",
    "A grant that was still listed when its lock had left the account was dropped without the warning",
    '`adopt: "same"` took over a webhook whose secret nobody can see, without a word',
    "A long value under the wrong setting, such as a token, stood in the error",
  ]),
  found("review", "7cd8e18", [
    "A user was deleted, with what others had given, on the word of a list that the same run had seen to lack grants",
  ]),
  found("model", "20456ef", [
    "What a dead run had made in the place of something young was not named while that was taken to be there",
  ]),
  found("model", "1ed4364", [
    "Somebody else's authorization of the same person and lock, made within two seconds, was taken for a pending one, and changed",
  ]),
  found("review", "b59da9e", [
    "While a lock was offline, what somebody else made for the same person there was taken for the pending one, and deleted or changed",
    "One partial list beside a gateway's 404s made the state forget what other lists still showed",
    "An address was deleted, with what others had made, on the word of a list that the same run had seen to lack units",
    "A token given as `smartlock:notes` stood in the error",
  ]),
  found("model", "d15c234", [
    "A refresh took something out of the state and did not name what a dead run had put in its place",
  ]),
  found("model", "2ee28bc", [
    "What another stack had made two seconds before a dead run's create blocked every later run of that resource",
  ]),
  found("model", "50dfb7e", [
    "A password of an update that failed stayed with the service where the program went back to the one before",
  ]),
  found("review", "b4c3c5d", [
    "A grant that was declared disabled and pending was taken to be whatever somebody else gave that person on that lock, which was disabled or deleted",
    "A fob that somebody made a second before, or meanwhile, was taken for one that an offline lock had lost, and deleted",
  ]),
  found("review", "6415609", [
    "A code whose change the lock had not confirmed was given up by a destroy, and opened the door",
    "A declaration that is disabled adopted somebody's open grant, disabled it, and deleted it later",
    "A grant of any name for the same person and lock was taken for a pending app, and a fob whose name began alike for a pending fob",
    "What somebody gave while a create was under way was taken for what was created, and changed",
    "While a lock was offline, somebody's equal grant was deleted instead of the pending one, which arrived later",
    "An address of the same name with other settings was adopted, and changed",
  ]),
  found("model", "234c40b", [
    "A code that was sent in the place of one that no list showed was in no state, and opened the door after its removal",
  ]),
  found("hostile", "961cfea", [
    "A state with something else in the place of a notification's lock failed with an error of JavaScript instead of words",
  ]),
  found("review", "37000af", [
    "A code on the door that no list showed was forgotten when the service refused the next one, and opened the door after its removal",
    "A pending code of which another field was changed was called somebody else's, and could not be deleted",
  ]),
  found("model", "1692229", [
    "A code that the program had gone back to stayed on the door beside the one that was kept",
  ]),
  found("review", "ddf8df8", [
    "Of two forms of a grant, one that no list showed for a while was forgotten without a word",
    "What another resource had made with the same values was deleted as an earlier form of a pending one",
    "An answer that was lost was forgotten when the repeat was refused, and what had been made stayed on the door",
    "A pending grant whose lock had left the account could be neither updated nor deleted",
    "A set from which a field was taken while a lock was pending could no longer recognise what that lock had",
    "A state in which the time of a pending grant had become a number made somebody's old code ours",
  ]),
  found("review", "a84c241", [
    "A refresh forgot what may have been on the door beside an object that somebody had deleted",
    "An authorization whose lock had left the account was never made on the lock that the program named instead",
    "What turned up late was not deleted where the object beside it was gone and nobody missed it",
  ]),
  found("review", "a0df5d1", [
    "An object was taken for an earlier form of itself, and the real one was forgotten and stayed on the door",
  ]),
  found("review", "24f47ab", [
    "A fob that was sent and never seen was forgotten because another resource had an equal one",
    "The first of two equal fobs of which only the second was seen was forgotten once the program changed",
    "A delete that an offline lock lost counted as done, and the code stayed on the door",
  ]),
  found("review", "1d6a6ec", [
    "A first create whose answer was lost, and that no list showed, was in no state: after a change of the program its code stayed on the door",
    "A code whose answer was lost was not taken where the repeat was refused because of it, and no later run recognised it",
    "Of a fob or an app that was sent twice, one was forgotten, without a word if the program renamed it",
    "The latest form of a pending grant was forgotten where an earlier one was found",
    "A change that an offline lock had not confirmed, and that the program took back, was called unchanged; later the door had it",
    "A set with remembered forms was not revoked at all while lists failed",
    "An object could be deleted as its own earlier form if a list showed it again between two looks",
  ]),
  found("review", "e4796be", [
    "An update whose answer was lost, and whose repeat was refused because of it, was forgotten: taken back in the program, it happened later",
  ]),
  found("review", "a81c15f", [
    "A fob or an app that was repeated after a lost answer, and then seen, was forgotten once the program renamed it; the first one stayed on the door",
    "One late list made a refresh or an update forget that a change was still under way",
    "A late form that could not be deleted kept the resource's own change from being sent",
    "An object of another resource was subtracted from what was remembered at each update",
    "What somebody had broken of the remembered forms kept a known object from being deleted",
  ]),
  found("model", "a81c15f", [
    "An object that was deleted while another comparison used up the waiting time was called unchanged",
    "A preview of a set did not name what a dead run had left at places where its objects were gone",
    "Something pending could not be given up where everything that it may have become was somebody else's",
  ]),
  found("review", "5d4cd3d", [
    "A create whose answer was lost, whose repeat was refused, and that somebody changed meanwhile was in no state",
    "A pending object that one list of the run had shown was given up where later lists lacked it",
  ]),
  found("review", "b30522d", [
    "A pending fob was forgotten without a word if its resource got another name in the program and the new one made or adopted an equal one",
    "Somebody's equal fob of last year, which lists showed only after a create, was taken for what the create had made",
    "What the first list showed of a pending object, busy or in an earlier form, was given up where later lists lacked it",
    "A code that lists had hidden, a lost answer and a refused repeat left something pending that no later run could resolve",
  ]),
  found("review", "050f92b", [
    "With ignoreChanges on the start of a window, every run of the unchanged program failed",
  ]),
  found("review", "c1a0544", [
    "A fob or an app that a lock with a wrong clock dated back was not recognised, and each run made another one",
  ]),
  found("review", "1c82c57", [
    "Notes of 0.2.0 were not found after an upgrade, because fobs, apps and alerts had other names in them: a second object could be created",
  ]),
  found("review", "eb16515", [
    "The preview of a set told what the state remembered, not what was on the doors",
  ]),
  found("review", "4d2613f", [
    "A grant that was to move to an offline lock lost the old door and got no new one",
  ]),
  found("review", "aed5cc9", [
    "An entry of an import that was copied from a state could put a code in the clear into the state",
  ]),
  found("review", "9b2b569", ["A name that the program marked as secret was printed"]),
  found("review", "37eb04f", [
    "A mapped variable that was not set made a provider use the account of another one",
  ]),
  found("review", "817e246", ["A pending grant that dropped smartActionsEnabled kept it"]),
  found("hostile", "b038762", ["A name that was not known yet, inside a list, was printed as an object"]),
  found("hostile", "d4897e4", ["A name of great depth overflowed the stack before anything was checked"]),
  found("review", "e38047d", [
    "A lock that was offline when a run died, and came back later than settleTimeout, got the same grant twice",
  ]),
  found("review", "8a086ab", [
    "A grant was forgotten, or its narrowing not sent, where its lock was hidden too and a read of the lock was refused",
  ]),
  found("review", "002d126", [
    "A refused list of units was taken as proof that an address was gone, and it was deleted with the units of others",
    "A user whose read by its id failed first and was refused later was deleted with the grants of others",
  ]),
  found("review", "f70cbdd", [
    "The last webhook or sub-account left the state without a word if a token had lost the right to read it",
  ]),
  found("review", "921125a", [
    "Deletes of what reads denied were sent uncounted, even after the service had accepted one of them",
    "A lock of a set that was left out of the count for `smartlock:maxDeletes` was deleted uncounted if it turned out to be there",
  ]),
  found("review", "7af971b", [
    "A grant whose lock had left the account was deleted without a warning if the service accepted the delete",
  ]),
  found("review", "a08a6e9", [
    "An update that took access away was given up without a word where the lock was busy first, or the request was lost, and a late list showed it done",
    "An update gave back what somebody had just taken away in an ignored field, on the word of a late list",
    "A refresh put the value of a late list into the state, so that an update that took access away was not sent",
    "What went with a user that seemed to be gone was neither named nor counted if the service accepted the delete",
    "With `smartlock:words=off`, a line about a change of somebody else named a person whom only an id declared",
  ]),
  found("review", "ccfca09", [
    "An update gave back what somebody took away in an ignored field while the lock was busy with that, or where the read by the id failed",
    "A refresh whose read by the id failed put the value of a late list into the state, so that a narrowing was not sent",
    "A refused delete counted as done what its object was said to hold",
  ]),
  found("breaker", "6bd07e8", [
    "An imported grant that was replaced, or a lock that left an imported set, kept its authorization on the door, and the run succeeded",
    "With a token of another account, what had been imported was taken as gone: made there, forgotten by a refresh, or left behind",
    "After a rename with an alias, a new resource with the old name took the object that the renamed one still had",
    "A set that a program declared for all locks of a list was taken off the door of a lock that the list lacked by mistake",
  ]),
  found("new user", "6bd07e8", [
    "A user who was imported with the id of another person was deleted in that person's place, and the line named the wrong one",
  ]),
].flat();

/** @param {string} by @param {string} commit @param {readonly string[]} defects */
function found(by, commit, defects) {
  return defects.map((what) => ({ what, found: by, commit }));
}
