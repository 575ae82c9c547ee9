/** Answers to questions that are asked only once. A question that failed may be asked again. */
export class Remembered<Question, Answer> {
  readonly #answers = new Map<Question, Promise<Answer>>();

  of(question: Question, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(question);
    if (known !== undefined) {
      return known;
    }
    const answer = ask();
    this.#answers.set(question, answer);
    answer.catch(() => this.#answers.delete(question));
    return answer;
  }

  set(question: Question, answer: Answer): void {
    this.#answers.set(question, Promise.resolve(answer));
  }
}
