/* An interpreter of plans, with the same results as `evaluating.py` and `writing.py` have in Python.

   `encoding.py` writes the plans that are read here, `native.py` calls the functions that are exported here. A plan is
   a list of numbers: steps, each with its terms and patterns in prefix order, and a head. Nothing here knows a rule. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* --- memory ---------------------------------------------------------------------------------------------------- */

/* Memory that was asked for. Without it the process ends: what it has half done can't be used any more. */
static void *given(void *memory) {
    if (!memory) {
        fputs("pyengine: no memory left\n", stderr);
        abort();
    }
    return memory;
}

static void *fresh(size_t size) { return given(malloc(size ? size : 1)); }

static void *zeroed(size_t count, size_t size) { return given(calloc(count ? count : 1, size)); }

static void *larger(void *memory, size_t size) { return given(realloc(memory, size ? size : 1)); }

/* --- values ---------------------------------------------------------------------------------------------------- */

/* A value: a number with tag 0, or the place of a constant, a string or a function in a table of all that there are, so
   that equal values are equal words. */
typedef int64_t Value;

enum { NUMBER, CONSTANT, STRING, FUNCTION };

#define TAG(v) ((v) & 3)
#define PLACE(v) ((size_t)((v) >> 2))
#define NUMBER_OF(v) ((v) >> 2)
#define OF_NUMBER(n) ((Value)((uint64_t)(int64_t)(n) << 2))
#define OF_PLACE(place, tag) ((Value)((uint64_t)(place) << 2 | (tag)))

static const int64_t LEAST = -2147483648LL, MOST = 2147483647LL;

typedef struct {
    uint32_t hash;
    uint32_t size;   /* of the text in bytes, or how many arguments a function has */
    uint32_t tag;
    Value name;      /* of a function: a constant */
    union { const char *text; const Value *arguments; } of;
} Entry;

typedef struct Block { struct Block *next; size_t used, size; } Block;

typedef struct Table {
    const struct Table *below;  /* values of the plans, which are there for every evaluation */
    size_t first;               /* number of entries below */
    Entry *entries;
    size_t count, room;
    uint32_t *slots;            /* a place in `entries` plus 1, by hash */
    size_t mask;
    Block *blocks;
} Table;

static void *kept(Table *table, size_t size) {
    size = (size + 7) & ~(size_t)7;
    Block *block = table->blocks;
    if (!block || block->used + size > block->size) {
        size_t room = size > 16000 ? size : 16000;
        block = fresh(sizeof(Block) + room);
        block->next = table->blocks;
        block->used = 0;
        block->size = room;
        table->blocks = block;
    }
    void *found = (char *)(block + 1) + block->used;
    block->used += size;
    return found;
}

static void begin(Table *table, const Table *below) {
    memset(table, 0, sizeof *table);
    table->below = below;
    table->first = below ? below->first + below->count : 0;
    table->mask = 255;
    table->slots = zeroed(table->mask + 1, sizeof(uint32_t));
}

static void end(Table *table) {
    for (Block *block = table->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(table->entries);
    free(table->slots);
}

static const Entry *entry(const Table *table, Value value) {
    size_t place = PLACE(value);
    while (place < table->first) table = table->below;
    return &table->entries[place - table->first];
}

static uint32_t mixed(uint32_t hash, uint64_t word) {
    uint64_t h = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    return (uint32_t)(h ^ h >> 32);
}

static uint32_t hash_of(const Value *values, size_t count) {
    uint32_t hash = 0x811C9DC5u;
    for (size_t i = 0; i < count; i++) hash = mixed(hash, (uint64_t)values[i]);
    return hash;
}

static int is_same(const Entry *one, const Entry *other) {
    if (one->hash != other->hash || one->size != other->size || one->tag != other->tag) return 0;
    if (one->tag == FUNCTION)
        return one->name == other->name && !memcmp(one->of.arguments, other->of.arguments, one->size * sizeof(Value));
    return !memcmp(one->of.text, other->of.text, one->size);
}

static void grow_slots(Table *table) {
    size_t size = (table->mask + 1) * 2;
    free(table->slots);
    table->slots = zeroed(size, sizeof(uint32_t));
    table->mask = size - 1;
    for (size_t i = 0; i < table->count; i++) {
        size_t at = table->entries[i].hash & table->mask;
        while (table->slots[at]) at = (at + 1) & table->mask;
        table->slots[at] = (uint32_t)i + 1;
    }
}

/* The value of an entry, which is put into the table if no table has it; its text or arguments are copied then. */
static Value value_of(Table *table, Entry wanted) {
    for (const Table *in = table; in; in = in->below)
        for (size_t at = wanted.hash & in->mask; in->slots[at]; at = (at + 1) & in->mask)
            if (is_same(&in->entries[in->slots[at] - 1], &wanted))
                return OF_PLACE(in->first + in->slots[at] - 1, wanted.tag);
    if (table->count == table->room) {
        table->room = table->room ? table->room * 2 : 128;
        table->entries = larger(table->entries, table->room * sizeof(Entry));
    }
    size_t size = wanted.size * (wanted.tag == FUNCTION ? sizeof(Value) : 1);
    void *copy = kept(table, size ? size : 1);
    memcpy(copy, wanted.of.text, size);
    wanted.of.text = copy;
    table->entries[table->count++] = wanted;
    if (table->count * 2 > table->mask) grow_slots(table);
    else {
        size_t at = wanted.hash & table->mask;
        while (table->slots[at]) at = (at + 1) & table->mask;
        table->slots[at] = (uint32_t)table->count;
    }
    return OF_PLACE(table->first + table->count - 1, wanted.tag);
}

static Value text_value(Table *table, const char *text, size_t size, int tag) {
    uint32_t hash = (uint32_t)tag;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    Entry wanted = {mixed(hash, size), (uint32_t)size, (uint32_t)tag, 0, {text}};
    return value_of(table, wanted);
}

static Value function_value(Table *table, Value name, const Value *arguments, size_t count) {
    Entry wanted = {mixed(hash_of(arguments, count), (uint64_t)name), (uint32_t)count, FUNCTION, name, {NULL}};
    wanted.of.arguments = arguments;
    return value_of(table, wanted);
}

static int order_of_texts(const Entry *one, const Entry *other) {
    size_t size = one->size < other->size ? one->size : other->size;
    int found = memcmp(one->of.text, other->of.text, size);
    return found ? found : (one->size > other->size) - (one->size < other->size);
}

/* What comes first in the order of the solver's terms: -1 or less, 0, or 1 or more. */
static int rank(const Table *table, Value value, const Entry **of) {
    if (TAG(value) == NUMBER) return 1;
    const Entry *one = *of = entry(table, value);
    if (one->tag == STRING) return 3;
    if (one->tag == FUNCTION) return one->size ? 4 : 2;  /* the empty tuple comes before all constants */
    if (one->size && one->of.text[0] == '#') return one->of.text[1] == 'i' ? 0 : 5;
    return 2;
}

static int in_order(const Table *table, Value left, Value right) {
    if (left == right) return 0;
    const Entry *one = NULL, *other = NULL;
    int first = rank(table, left, &one), second = rank(table, right, &other);
    if (first != second) return first - second;
    if (first == 1) return left < right ? -1 : 1;
    if (first == 2 && (one->tag == FUNCTION || other->tag == FUNCTION))
        return (other->tag == FUNCTION) - (one->tag == FUNCTION);
    if (first != 4) return order_of_texts(one, other);
    if (one->size != other->size) return one->size < other->size ? -1 : 1;
    int found = one->name == other->name ? 0 : order_of_texts(entry(table, one->name), entry(table, other->name));
    for (size_t i = 0; !found && i < one->size; i++)
        found = in_order(table, one->of.arguments[i], other->of.arguments[i]);
    return found;
}

/* --- text ------------------------------------------------------------------------------------------------------ */

static int is_in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '\'';
}

/* Read the value that begins at a place of a text, which ends before `stop`, and go behind it; 0 if none does. */
static int read_value(Table *table, const char **at, const char *stop, Value *found);

/* Read arguments after an opening parenthesis up to behind the closing one; `comma`: one stands before that. */
static int read_arguments(Table *table, const char **at, const char *stop, Value *found, size_t *count, int *comma) {
    *count = 0;
    *comma = 0;
    while (*at < stop && **at != ')') {
        if (*count == 64 || !read_value(table, at, stop, &found[*count]) || *at == stop) return 0;
        ++*count;
        *comma = **at == ',';
        if (*comma) ++*at;
        else if (**at != ')') return 0;
    }
    if (*at == stop) return 0;
    ++*at;
    return 1;
}

static int read_string(Table *table, const char **at, const char *stop, Value *found) {
    const char *first = *at + 1, *last = first;
    int escaped = 0;
    while (last < stop && *last != '"') {
        if (*last == '\\') {
            escaped = 1;
            last++;
        }
        last++;
    }
    if (last >= stop) return 0;
    *at = last + 1;
    if (!escaped) {
        *found = text_value(table, first, (size_t)(last - first), STRING);
        return 1;
    }
    char *text = fresh((size_t)(last - first));
    size_t size = 0;
    for (const char *each = first; each < last; each++) {
        int is_escaped = *each == '\\';
        each += is_escaped;
        text[size++] = is_escaped && *each == 'n' ? '\n' : *each;
    }
    *found = text_value(table, text, size, STRING);
    free(text);
    return 1;
}

static int read_value(Table *table, const char **at, const char *stop, Value *found) {
    const char *first = *at;
    if (first >= stop) return 0;
    if (*first == '"') return read_string(table, at, stop, found);
    if (*first == '-' || (*first >= '0' && *first <= '9')) {
        int64_t number = 0;
        const char *digit = first + (*first == '-');
        if (digit == stop || *digit < '0' || *digit > '9') return 0;
        for (; digit < stop && *digit >= '0' && *digit <= '9'; digit++) {
            number = number * 10 + (*digit - '0');
            if (number > MOST + 1) return 0;
        }
        if (*first == '-') number = -number;
        if (number > MOST) return 0;
        *at = digit;
        *found = OF_NUMBER(number);
        return 1;
    }
    const char *last = first;
    if ((*first >= 'a' && *first <= 'z') || *first == '_' || *first == '#')
        for (last++; last < stop && is_in_name(*last); last++) {}
    else if (*first != '(') return 0;
    Value name = text_value(table, first, (size_t)(last - first), CONSTANT);
    *at = last;
    if (last == stop || *last != '(') {
        *found = name;
        return 1;
    }
    ++*at;
    Value arguments[64];
    size_t count;
    int comma;
    if (!read_arguments(table, at, stop, arguments, &count, &comma)) return 0;
    *found = last == first && count == 1 && !comma ? arguments[0] : function_value(table, name, arguments, count);
    return 1;
}

/* --- relations ------------------------------------------------------------------------------------------------- */

typedef struct Index {
    struct Index *next_index;
    uint32_t places;   /* a bit for each */
    uint32_t *slots;   /* the number of a key plus 1, by the hash of the key */
    size_t mask, keys, room;
    uint32_t *first, *last;  /* the rows of each key, plus 1 */
    uint32_t *next;          /* the next row of the same key plus 1, of each row */
    size_t rows_room;
} Index;

/* The atoms of a predicate, in the order in which they came. */
typedef struct {
    int references;
    int arity;
    size_t count, room;
    Value *rows;
    uint32_t *slots;  /* a row plus 1, by its hash */
    size_t mask;
    Index *indexes;
} Relation;

static Relation *new_relation(int arity) {
    Relation *found = zeroed(1, sizeof(Relation));
    found->references = 1;
    found->arity = arity;
    return found;
}

static void release(Relation *relation) {
    if (!relation || --relation->references) return;
    for (Index *index = relation->indexes, *next; index; index = next) {
        next = index->next_index;
        free(index->slots);
        free(index->first);
        free(index->last);
        free(index->next);
        free(index);
    }
    free(relation->rows);
    free(relation->slots);
    free(relation);
}

static int has_row(const Relation *relation, const Value *row) {
    if (!relation || !relation->count) return 0;
    if (!relation->arity) return 1;
    size_t size = (size_t)relation->arity;
    for (size_t at = hash_of(row, size) & relation->mask; relation->slots[at]; at = (at + 1) & relation->mask)
        if (!memcmp(relation->rows + (relation->slots[at] - 1) * size, row, size * sizeof(Value))) return 1;
    return 0;
}

static void put_row(Relation *relation, size_t row) {
    size_t at = hash_of(relation->rows + row * (size_t)relation->arity, (size_t)relation->arity) & relation->mask;
    while (relation->slots[at]) at = (at + 1) & relation->mask;
    relation->slots[at] = (uint32_t)row + 1;
}

static size_t key_of(const Value *row, uint32_t places, Value *key) {
    size_t size = 0;
    for (int place = 0; places >> place; place++)
        if (places >> place & 1) key[size++] = row[place];
    return size;
}

static int has_key(const Relation *relation, const Index *index, size_t key, const Value *wanted) {
    const Value *row = relation->rows + (index->first[key] - 1) * (size_t)relation->arity;
    for (int place = 0; index->places >> place; place++)
        if (index->places >> place & 1 && row[place] != *wanted++) return 0;
    return 1;
}

static void put_key(Index *index, size_t key, uint32_t hash) {
    size_t at = hash & index->mask;
    while (index->slots[at]) at = (at + 1) & index->mask;
    index->slots[at] = (uint32_t)key + 1;
}

static void put_into_index(const Relation *relation, Index *index, size_t row) {
    Value key[32];
    size_t size = key_of(relation->rows + row * (size_t)relation->arity, index->places, key);
    if (row >= index->rows_room) {
        index->rows_room = relation->room;
        index->next = larger(index->next, index->rows_room * sizeof(uint32_t));
    }
    index->next[row] = 0;
    uint32_t hash = hash_of(key, size);
    for (size_t at = hash & index->mask; index->slots[at]; at = (at + 1) & index->mask) {
        size_t known = index->slots[at] - 1;
        if (has_key(relation, index, known, key)) {
            index->next[index->last[known] - 1] = (uint32_t)row + 1;
            index->last[known] = (uint32_t)row + 1;
            return;
        }
    }
    if (index->keys == index->room) {
        index->room = index->room ? index->room * 2 : 8;
        index->first = larger(index->first, index->room * sizeof(uint32_t));
        index->last = larger(index->last, index->room * sizeof(uint32_t));
    }
    index->first[index->keys] = index->last[index->keys] = (uint32_t)row + 1;
    index->keys++;
    if (index->keys * 2 > index->mask) {
        free(index->slots);
        index->mask = index->mask * 2 + 1;
        index->slots = zeroed(index->mask + 1, sizeof(uint32_t));
        for (size_t each = 0; each < index->keys; each++) {
            size = key_of(relation->rows + (index->first[each] - 1) * (size_t)relation->arity, index->places, key);
            put_key(index, each, hash_of(key, size));
        }
    } else put_key(index, index->keys - 1, hash);
}

static Index *index_of(Relation *relation, uint32_t places) {
    for (Index *known = relation->indexes; known; known = known->next_index)
        if (known->places == places) return known;
    Index *index = zeroed(1, sizeof(Index));
    index->places = places;
    index->mask = 15;
    index->slots = zeroed(16, sizeof(uint32_t));
    for (size_t row = 0; row < relation->count; row++) put_into_index(relation, index, row);
    index->next_index = relation->indexes;
    relation->indexes = index;
    return index;
}

/* Add a row if it is not there; 1 if it was not. */
static int add_row(Relation *relation, const Value *row) {
    if (has_row(relation, row)) return 0;
    size_t size = (size_t)relation->arity;
    if (relation->count == relation->room) {
        relation->room = relation->room ? relation->room * 2 : 4;
        relation->rows = larger(relation->rows, relation->room * (size ? size : 1) * sizeof(Value));
    }
    memcpy(relation->rows + relation->count * size, row, size * sizeof(Value));
    relation->count++;
    if (!size) return 1;
    if (relation->count * 2 > relation->mask) {
        free(relation->slots);
        relation->mask = relation->mask ? relation->mask * 2 + 1 : 7;
        relation->slots = zeroed(relation->mask + 1, sizeof(uint32_t));
        for (size_t each = 0; each < relation->count; each++) put_row(relation, each);
    } else put_row(relation, relation->count - 1);
    for (Index *index = relation->indexes; index; index = index->next_index)
        put_into_index(relation, index, relation->count - 1);
    return 1;
}

static Relation *copy_of(const Relation *relation) {
    Relation *copy = new_relation(relation->arity);
    size_t size = (size_t)(relation->arity ? relation->arity : 1);
    copy->count = relation->count;
    copy->room = relation->count ? relation->count : 1;
    copy->rows = fresh(copy->room * size * sizeof(Value));
    memcpy(copy->rows, relation->rows, relation->count * (size_t)relation->arity * sizeof(Value));
    if (relation->slots) {
        copy->mask = relation->mask;
        copy->slots = fresh((copy->mask + 1) * sizeof(uint32_t));
        memcpy(copy->slots, relation->slots, (copy->mask + 1) * sizeof(uint32_t));
    }
    return copy;
}

/* --- plans ----------------------------------------------------------------------------------------------------- */

enum { DERIVES, CHOOSES, FORBIDS };

enum { SCAN, ABSENT, COMPARE, MATCH, BETWEEN, GATHER, UNLESS, EVERY };  /* steps */

enum { IS_CONSTANT, IS_PARAMETER, IS_VARIABLE, IS_FUNCTION, IS_OPERATION, IS_ABSOLUTE, IS_NEGATIVE };  /* terms */

enum { ANYTHING, NEW, EQUAL, TAKEN, SOLVED };  /* patterns */

enum { FINE, TOO_LARGE, NO_SIGN };  /* errors */

#define SLOTS 64
#define PREDICATE_SLOTS 16384
#define MOST_PREDICATES 8192

typedef struct {
    const int32_t *needs, *touches, *derives, *steps, *head;
    int32_t needed, touched, derived, kind;
} Rule;

typedef struct {
    Table table;
    char *content;
    Value *constants;
    Value lowest, highest;       /* the terms before and after all others */
    Rule *rules;
    const int32_t *first_rules;  /* of each statement, and where they end */
    int32_t predicates;
    int32_t *arities;
    const char **named;          /* the name of each predicate */
    uint32_t predicate_slots[PREDICATE_SLOTS];  /* a predicate plus 1, by its name and arity */
} Plans;

#define MOST_PARAMETERS 3

typedef struct {
    Relation **relations;
    int32_t origin;  /* its number as branches last chose */
} State;

typedef struct {
    Plans *plans;
    Table table;
    int32_t predicates;
    State trunk;
    State *forks;
    int32_t forked;
    uint8_t *diverged;
    /* what is under way */
    State *state;
    const int64_t *numbers;
    Value slots[SLOTS];
    int error;
    Value *derived;  /* the rows that a rule has derived, or what there is to choose */
    size_t count, room;
    const Rule **rules;  /* those that are evaluated together, and the numbers of their parts */
    const int64_t **parts;
    int32_t rules_room;
} Evaluation;

static Relation *relation_of(const Evaluation *of, const State *state, int32_t predicate) {
    Relation *found = state->relations[predicate];
    return found ? found : of->trunk.relations[predicate];
}

static Relation *own_relation(Evaluation *of, State *state, int32_t predicate) {
    Relation *found = state->relations[predicate];
    if (state != &of->trunk) of->diverged[predicate] = 1;
    if (found && found->references == 1) return found;
    Relation *shared = found ? found : of->trunk.relations[predicate];
    Relation *own = shared ? copy_of(shared) : new_relation(of->plans->arities[predicate]);
    release(found);
    return state->relations[predicate] = own;
}

typedef struct Finish Finish;
struct Finish {
    int (*at)(Evaluation *, Finish *);  /* 1 if nothing more has to be found */
    const int32_t *code, *end;
    int flag;
    Relation *tuples;  /* of an aggregate or a choice */
};

static int run(Evaluation *, const int32_t *, const int32_t *, Finish *);

static int checked(Evaluation *of, int64_t number, Value *found) {
    if (number < LEAST || number > MOST) {
        of->error = TOO_LARGE;
        return 0;
    }
    *found = OF_NUMBER(number);
    return 1;
}

static int power(int64_t base, int64_t exponent, int64_t *found) {
    if (exponent < 0) {
        if (base == 0) return 0;
        *found = base > 1 || base < -1 ? 0 : base == 1 || exponent % 2 == 0 ? 1 : -1;
        return 1;
    }
    *found = 1;
    if (base == 0 || base == 1) *found = exponent ? base : 1;
    else if (base == -1) *found = exponent % 2 ? -1 : 1;
    else
        while (exponent-- > 0) {
            *found *= base;
            if (*found > MOST || *found < LEAST) {
                *found = MOST + 1;
                break;
            }
        }
    return 1;
}

/* Read a term at `*code`; 0 if it has no value. */
static int value(Evaluation *of, const int32_t **code, Value *found) {
    const int32_t *at = *code;
    switch (*at++) {
        case IS_CONSTANT:
            *found = of->plans->constants[*at++];
            break;
        case IS_PARAMETER:
            *found = OF_NUMBER(of->numbers[*at++]);
            break;
        case IS_VARIABLE:
            *found = of->slots[*at++];
            break;
        case IS_FUNCTION: {
            Value name = of->plans->constants[*at++], arguments[64];
            int32_t count = *at++;
            for (int32_t i = 0; i < count; i++)
                if (!value(of, &at, &arguments[i])) return 0;
            *found = function_value(&of->table, name, arguments, (size_t)count);
            break;
        }
        case IS_OPERATION: {
            int32_t sign = *at++;
            Value left, right;
            if (!value(of, &at, &left) || !value(of, &at, &right)) return 0;
            if (TAG(left) != NUMBER || TAG(right) != NUMBER) return 0;
            int64_t one = NUMBER_OF(left), other = NUMBER_OF(right), number;
            switch (sign) {
                case '+': number = one + other; break;
                case '-': number = one - other; break;
                case '*': number = one * other; break;
                case '/':
                    if (!other) return 0;
                    number = one / other;
                    break;
                case '\\':
                    if (!other) return 0;
                    number = one % (other < 0 ? -other : other);
                    break;
                default:
                    if (!power(one, other, &number)) return 0;
            }
            if (!checked(of, number, found)) return 0;
            break;
        }
        case IS_ABSOLUTE: {
            Value inner;
            if (!value(of, &at, &inner) || TAG(inner) != NUMBER) return 0;
            if (!checked(of, llabs(NUMBER_OF(inner)), found)) return 0;
            break;
        }
        default: {  /* IS_NEGATIVE */
            Value inner;
            if (!value(of, &at, &inner) || TAG(inner) == STRING) return 0;
            if (TAG(inner) != NUMBER) {
                of->error = NO_SIGN;
                return 0;
            }
            *found = OF_NUMBER(-NUMBER_OF(inner));
        }
    }
    *code = at;
    return 1;
}

/* Compare a value with a pattern at `*code`; 0 if it does not fit. */
static int fits(Evaluation *of, const int32_t **code, Value found) {
    const int32_t *at = *code;
    switch (*at++) {
        case ANYTHING:
            break;
        case NEW:
            of->slots[*at++] = found;
            break;
        case EQUAL: {
            Value wanted;
            if (!value(of, &at, &wanted) || wanted != found) return 0;
            break;
        }
        case TAKEN: {
            Value name = of->plans->constants[*at++];
            int32_t count = *at++;
            if (TAG(found) != FUNCTION) return 0;
            const Entry *one = entry(&of->table, found);
            if (one->name != name || one->size != (uint32_t)count) return 0;
            const Value *arguments = one->of.arguments;
            for (int32_t i = 0; i < count; i++)
                if (!fits(of, &at, arguments[i])) return 0;
            break;
        }
        default: {  /* SOLVED */
            int32_t sign = *at++;
            Value number, solved;
            if (!value(of, &at, &number) || TAG(number) != NUMBER || TAG(found) != NUMBER) return 0;
            int64_t one = NUMBER_OF(found), other = NUMBER_OF(number);
            if (sign == '*') {
                if (!other || one % other) return 0;
                solved = OF_NUMBER(one / other);
            } else if (!checked(of, sign == '+' ? one - other : sign == '-' ? one + other : other - one, &solved))
                return 0;
            if (!fits(of, &at, solved)) return 0;
        }
    }
    *code = at;
    return 1;
}

static int compared(Evaluation *of, int32_t sign, Value left, Value right) {
    if (sign < 2) return (left == right) == !sign;
    int found;
    if (TAG(left) == NUMBER && TAG(right) == NUMBER) found = (left > right) - (left < right);
    else found = in_order(&of->table, left, right);
    switch (sign) {
        case 2: return found < 0;
        case 3: return found <= 0;
        case 4: return found > 0;
        default: return found >= 0;
    }
}

/* Read the key of a step: the values that an atom has to have in some places. 0 if one of them has no value. */
static int key(Evaluation *of, const int32_t **code, Value *found, uint32_t *places, int32_t *count) {
    *places = 0;
    *count = *(*code)++;
    for (int32_t i = 0; i < *count; i++) {
        *places |= 1u << *(*code)++;
        if (!value(of, code, &found[i])) return 0;
    }
    return 1;
}

/* The first row with a key plus 1, and how the others are found. */
static uint32_t first_row(Relation *relation, uint32_t places, const Value *wanted, int32_t count, Index **found) {
    *found = NULL;
    if (!count) return relation->count ? 1 : 0;
    Index *index = *found = index_of(relation, places);
    for (size_t at = hash_of(wanted, (size_t)count) & index->mask; index->slots[at]; at = (at + 1) & index->mask)
        if (has_key(relation, index, index->slots[at] - 1, wanted)) return index->first[index->slots[at] - 1];
    return 0;
}

static int is_there(Relation *relation, uint32_t places, const Value *wanted, int32_t count) {
    if (!relation || !relation->count) return 0;
    if (count == relation->arity) return has_row(relation, wanted);
    Index *index;
    return first_row(relation, places, wanted, count, &index) != 0;
}

static int note_flag(Evaluation *of, Finish *finish) {
    (void)of;
    return finish->flag = 1;
}

static int succeeds(Evaluation *of, const int32_t *code, const int32_t *stop) {
    Finish finish = {note_flag, NULL, NULL, 0, NULL};
    run(of, code, stop, &finish);
    return finish.flag;
}

static int note_failure(Evaluation *of, Finish *finish) {
    return finish->flag = !succeeds(of, finish->code, finish->end);
}

static int note_tuple(Evaluation *of, Finish *finish) {
    const int32_t *at = finish->code;
    Value tuple[33];
    int32_t count = *at++;
    tuple[0] = OF_NUMBER(count);
    for (int32_t i = 1; i <= 32; i++) tuple[i] = 0;
    for (int32_t i = 1; i <= count; i++)
        if (!value(of, &at, &tuple[i])) return of->error;
    add_row(finish->tuples, tuple);
    return 0;
}

static int gathered(Evaluation *of, const int32_t **code, Value *found) {
    const int32_t *at = *code;
    int32_t function = *at++, elements = *at++, longest = *at++;
    Relation *tuples = new_relation(1 + longest);
    for (int32_t i = 0; i < elements && !of->error; i++) {
        const int32_t *terms = at + 1 + at[0];
        Finish finish = {note_tuple, terms + 1, NULL, 0, tuples};
        run(of, at + 1, terms, &finish);
        at = terms + 1 + terms[0];
    }
    int64_t sum = 0;
    Value best = function == 3 ? of->plans->highest : of->plans->lowest;
    for (size_t row = 0; function && row < tuples->count; row++) {
        Value one = tuples->rows[row * (size_t)tuples->arity + 1];
        if (function == 3 ? in_order(&of->table, one, best) < 0 : function == 4 && in_order(&of->table, one, best) > 0)
            best = one;
        if (TAG(one) == NUMBER && (function == 1 || (function == 2 && one > 0))) sum += NUMBER_OF(one);
    }
    if (function == 0) sum = (int64_t)tuples->count;
    release(tuples);
    *code = at;
    if (of->error) return 0;
    if (function > 2) {
        *found = best;
        return 1;
    }
    return checked(of, sum, found);
}

/* Go through the steps from `code` to `stop`, with what comes at the end for every way in which they succeed. 1 if
   nothing more has to be found. */
static int run(Evaluation *of, const int32_t *code, const int32_t *stop, Finish *finish) {
    while (code < stop) {
        switch (*code++) {
            case SCAN: {
                Relation *relation = relation_of(of, of->state, *code++);
                Value wanted[32];
                uint32_t places;
                int32_t count;
                if (!relation || !relation->count) return 0;
                if (!key(of, &code, wanted, &places, &count)) return of->error;
                int32_t rest = *code++;
                if (!rest) {
                    if (!is_there(relation, places, wanted, count)) return 0;
                    break;
                }
                Index *index;
                uint32_t row = first_row(relation, places, wanted, count, &index);
                while (row) {
                    const Value *values = relation->rows + (row - 1) * (size_t)relation->arity;
                    const int32_t *at = code;
                    int32_t left = rest;
                    for (; left; left--) {
                        int32_t place = *at++;
                        if (!fits(of, &at, values[place])) break;
                    }
                    if (!left && run(of, at, stop, finish)) return 1;
                    if (of->error) return 1;
                    row = index ? index->next[row - 1] : row < relation->count ? row + 1 : 0;
                }
                return 0;
            }
            case ABSENT: {
                Relation *relation = relation_of(of, of->state, *code++);
                Value wanted[32];
                uint32_t places;
                int32_t count;
                if (!key(of, &code, wanted, &places, &count)) return of->error;
                if (is_there(relation, places, wanted, count)) return 0;
                break;
            }
            case COMPARE: {
                int32_t sign = *code++;
                Value left, right;
                if (!value(of, &code, &left) || !value(of, &code, &right)) return of->error;
                if (!compared(of, sign, left, right)) return 0;
                break;
            }
            case MATCH: {
                Value found;
                if (!value(of, &code, &found) || !fits(of, &code, found)) return of->error;
                break;
            }
            case BETWEEN: {
                Value low, high;
                if (!value(of, &code, &low) || !value(of, &code, &high)) return of->error;
                if (TAG(low) != NUMBER || TAG(high) != NUMBER) return 0;
                if (*code == EQUAL) {
                    Value one;
                    code++;
                    if (!value(of, &code, &one)) return of->error;
                    if (TAG(one) != NUMBER || one < low || one > high) return 0;
                    break;
                }
                for (int64_t one = NUMBER_OF(low); one <= NUMBER_OF(high); one++) {
                    const int32_t *at = code;
                    if (fits(of, &at, OF_NUMBER(one)) && run(of, at, stop, finish)) return 1;
                    if (of->error) return 1;
                }
                return 0;
            }
            case GATHER: {
                int32_t slot = *code++;
                Value found;
                if (!gathered(of, &code, &found)) return of->error;
                of->slots[slot] = found;
                break;
            }
            case UNLESS: {
                const int32_t *inner = code + 1;
                code = inner + code[0];
                if (succeeds(of, inner, code)) return 0;
                break;
            }
            default: {  /* EVERY */
                const int32_t *condition = code + 1, *inner = condition + code[0] + 1;
                code = inner + inner[-1];
                Finish every = {note_failure, inner, code, 0, NULL};
                run(of, condition, inner - 1, &every);
                if (every.flag) return 0;
            }
        }
        if (of->error) return 1;
    }
    return finish->at(of, finish);
}

/* --- heads ----------------------------------------------------------------------------------------------------- */

static Value *more(Evaluation *of, size_t size) {
    if (of->count + size > of->room) {
        of->room = (of->count + size) * 2;
        of->derived = larger(of->derived, of->room * sizeof(Value));
    }
    Value *found = of->derived + of->count;
    of->count += size;
    return found;
}

static int derive(Evaluation *of, Finish *finish) {
    const int32_t *at = finish->code;
    int32_t predicate = *at++, arity = *at++;
    Value row[32];
    for (int32_t i = 0; i < arity; i++)
        if (!value(of, &at, &row[i])) return of->error;
    if (!has_row(relation_of(of, of->state, predicate), row)) {
        Value *new = more(of, (size_t)(arity ? arity : 1));
        memcpy(new, row, (size_t)arity * sizeof(Value));
    }
    return 0;
}

static int is_able(const Evaluation *of, const State *state, const Rule *rule) {
    for (int32_t i = 0; i < rule->needed; i++) {
        const Relation *needed = relation_of(of, state, rule->needs[i]);
        if (!needed || !needed->count) return 0;
    }
    return 1;
}

/* Derive what a rule gives in a state; 1 if anything is new. */
static int fire(Evaluation *of, const Rule *rule, State *state, const int64_t *numbers) {
    if (!is_able(of, state, rule)) return 0;
    of->state = state;
    of->numbers = numbers;
    of->count = 0;
    Finish finish = {derive, rule->head, NULL, 0, NULL};
    run(of, rule->steps, rule->head - 1, &finish);
    if (of->error || !of->count) return 0;
    size_t size = (size_t)(rule->head[1] ? rule->head[1] : 1);
    Relation *relation = own_relation(of, state, rule->head[0]);
    int new = 0;
    for (size_t at = 0; at < of->count; at += size) new |= add_row(relation, of->derived + at);
    return new;
}

static int is_chosen_from(Evaluation *of, Finish *finish) {
    const int32_t *at = finish->code;
    Value row[33];
    int32_t predicate = *at++, arity = *at++;
    row[0] = predicate;
    for (int32_t i = 1; i <= 32; i++) row[i] = 0;
    for (int32_t i = 1; i <= arity; i++)
        if (!value(of, &at, &row[i])) return of->error;
    add_row(finish->tuples, row);
    return 0;
}

/* One choice, for one way in which the body holds: how many bounds it has, each with its sign; how many atoms, each
   with its predicate and arguments. */
static int offer(Evaluation *of, Finish *finish) {
    const int32_t *at = finish->code;
    int32_t elements = *at++, longest = *at++;
    Relation *found = new_relation(1 + longest);
    for (int32_t i = 0; i < elements; i++) {
        const int32_t *atom = at + 1 + at[0];
        Finish each = {is_chosen_from, atom + 1, NULL, 0, found};
        run(of, at + 1, atom, &each);
        at = atom + 1 + atom[0];
    }
    size_t start = of->count;
    int32_t bounds = *at++;
    *more(of, 1) = bounds;
    for (int32_t i = 0; i < bounds; i++) {
        Value bound;
        int32_t sign = *at++;
        if (!value(of, &at, &bound)) {
            of->count = start;
            release(found);
            return of->error;
        }
        *more(of, 1) = sign;
        *more(of, 1) = bound;
    }
    *more(of, 1) = (Value)found->count;
    for (size_t row = 0; row < found->count; row++) {
        const Value *values = found->rows + row * (size_t)found->arity;
        size_t size = 1 + (size_t)of->plans->arities[values[0]];
        memcpy(more(of, size), values, size * sizeof(Value));
    }
    release(found);
    return of->error;
}

/* --- what Python calls ----------------------------------------------------------------------------------------- */

/* The number of a predicate, which it gets now if no plan has it; -1 if there are too many. */
static int32_t predicate_of(Plans *plans, const char *name, size_t size, int32_t arity) {
    uint32_t hash = (uint32_t)arity;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    size_t at = hash % PREDICATE_SLOTS;
    for (; plans->predicate_slots[at]; at = (at + 1) % PREDICATE_SLOTS) {
        int32_t known = (int32_t)plans->predicate_slots[at] - 1;
        const char *same = plans->named[known];
        if (plans->arities[known] == arity && !strncmp(same, name, size) && !same[size]) return known;
    }
    if (plans->predicates == MOST_PREDICATES) return -1;
    char *copy = zeroed(size + 1, 1);
    memcpy(copy, name, size);
    plans->named[plans->predicates] = copy;
    plans->arities[plans->predicates] = arity;
    plans->predicate_slots[at] = (uint32_t)++plans->predicates;
    return plans->predicates - 1;
}

static const int32_t *whole(const int32_t **at) {
    const int32_t *found = *at + 1;
    *at = found + **at;
    return found;
}

/* Read plans as `encoding.py` writes them. */
EXPORT Plans *plans_read(const char *content, int64_t size) {
    Plans *plans = zeroed(1, sizeof(Plans));
    plans->content = fresh((size_t)size);
    memcpy(plans->content, content, (size_t)size);
    const int32_t *at = (const int32_t *)plans->content;
    int32_t predicates = *at++, constants = *at++, statements = *at++, rules = *at++;
    const int32_t *arities = at;
    at += predicates;
    plans->first_rules = at;
    at += statements + 1;
    plans->rules = zeroed((size_t)rules, sizeof(Rule));
    for (int32_t i = 0; i < rules; i++) {
        Rule *rule = &plans->rules[i];
        rule->kind = *at++;
        rule->needed = *at;
        rule->needs = whole(&at);
        rule->touched = *at;
        rule->touches = whole(&at);
        rule->derived = *at;
        rule->derives = whole(&at);
        rule->steps = whole(&at);
        rule->head = at + 1;
        whole(&at);
    }
    plans->arities = zeroed(MOST_PREDICATES, sizeof(int32_t));
    plans->named = zeroed(MOST_PREDICATES, sizeof(char *));
    const char *line = (const char *)at, *stop = plans->content + size;
    for (int32_t i = 0; i < predicates; i++) {
        const char *ends = memchr(line, '\n', (size_t)(stop - line));
        if (predicate_of(plans, line, (size_t)(ends - line), arities[i]) != i) return NULL;
        line = ends + 1;
    }
    begin(&plans->table, NULL);
    plans->constants = zeroed((size_t)constants, sizeof(Value));
    for (int32_t i = 0; i < constants; i++) {
        if (*line == '\n') plans->constants[i] = text_value(&plans->table, "", 0, CONSTANT);  /* the name of tuples */
        else if (!read_value(&plans->table, &line, stop, &plans->constants[i]) || *line != '\n') return NULL;
        line++;
    }
    plans->lowest = text_value(&plans->table, "#inf", 4, CONSTANT);
    plans->highest = text_value(&plans->table, "#sup", 4, CONSTANT);
    return plans;
}

/* The number of a predicate; -1 if there are too many. */
EXPORT int32_t plans_predicate(Plans *plans, const char *name, int32_t arity) {
    return predicate_of(plans, name, strlen(name), arity);
}

EXPORT int32_t plans_predicates(const Plans *plans) { return plans->predicates; }

EXPORT const char *plans_name(const Plans *plans, int32_t predicate, int32_t *arity) {
    *arity = plans->arities[predicate];
    return plans->named[predicate];
}

/* The number of values that plans have: their places come before those of any evaluation. */
EXPORT int64_t plans_values(const Plans *plans) { return (int64_t)plans->table.count; }

EXPORT Evaluation *evaluation_begin(Plans *plans) {
    Evaluation *of = zeroed(1, sizeof(Evaluation));
    of->plans = plans;
    of->predicates = plans->predicates + 64;  /* facts may have some that no plan has */
    begin(&of->table, &plans->table);
    of->trunk.relations = zeroed((size_t)of->predicates, sizeof(Relation *));
    of->diverged = zeroed((size_t)of->predicates, 1);
    return of;
}

static void end_state(Evaluation *of, State *state) {
    for (int32_t i = 0; i < of->predicates; i++) release(state->relations[i]);
    free(state->relations);
}

EXPORT void evaluation_end(Evaluation *of) {
    for (int32_t i = 0; i < of->forked; i++) end_state(of, &of->forks[i]);
    end_state(of, &of->trunk);
    free(of->forks);
    free(of->diverged);
    free(of->derived);
    free(of->rules);
    free(of->parts);
    end(&of->table);
    free(of);
}

static State *branch(Evaluation *of, int32_t number) {
    return of->forked ? &of->forks[number] : &of->trunk;
}

/* Read an atom that a text is: its predicate and its arguments. -1 if it is none. */
static int32_t read_atom(Evaluation *of, const char *first, const char *stop, Value *arguments) {
    const char *at = first;
    size_t count = 0;
    int comma;
    if (at == stop || !((*at >= 'a' && *at <= 'z') || *at == '_')) return -1;
    while (at < stop && is_in_name(*at)) at++;
    size_t size = (size_t)(at - first);
    if (at < stop && (*at++ != '(' || !read_arguments(&of->table, &at, stop, arguments, &count, &comma))) return -1;
    if (at != stop) return -1;
    int32_t predicate = predicate_of(of->plans, first, size, (int32_t)count);
    return predicate < of->predicates ? predicate : -1;
}

/* Add facts, each in a line; 0 if a line is none. */
EXPORT int evaluation_add(Evaluation *of, const char *text, int64_t size) {
    Value arguments[64];
    for (const char *at = text, *stop = text + size; at < stop;) {
        const char *line = memchr(at, '\n', (size_t)(stop - at));
        if (!line) line = stop;
        if (line > at) {
            int32_t predicate = line[-1] == '.' ? read_atom(of, at, line - 1, arguments) : -1;
            if (predicate < 0) return 0;
            add_row(own_relation(of, &of->trunk, predicate), arguments);
        }
        at = line + 1;
    }
    return 1;
}

/* True if a branch has the atom that a text is. */
EXPORT int evaluation_has(Evaluation *of, int32_t number, const char *text, int64_t size) {
    Value arguments[64];
    int32_t predicate = read_atom(of, text, text + size, arguments);
    return predicate >= 0 && has_row(relation_of(of, branch(of, number), predicate), arguments);
}

/* True if any branch has an atom of numbers alone. */
EXPORT int evaluation_has_any(Evaluation *of, int32_t predicate, const int64_t *numbers, int32_t count) {
    Value arguments[64];
    if (predicate >= of->predicates) return 0;
    for (int32_t i = 0; i < count; i++) arguments[i] = OF_NUMBER(numbers[i]);
    for (int32_t i = 0; i < (of->forked ? of->forked : 1); i++)
        if (has_row(relation_of(of, branch(of, i), predicate), arguments)) return 1;
    return 0;
}

EXPORT Relation *evaluation_relation(Evaluation *of, int32_t number, int32_t predicate) {
    return predicate >= of->predicates ? NULL : relation_of(of, branch(of, number), predicate);
}

EXPORT int64_t relation_rows(const Relation *relation, const Value **rows) {
    *rows = relation ? relation->rows : NULL;
    return relation ? (int64_t)relation->count : 0;
}

EXPORT int64_t evaluation_size(Evaluation *of, int32_t number) {
    int64_t found = 0;
    for (int32_t i = 0; i < of->predicates; i++) {
        const Relation *relation = relation_of(of, branch(of, number), i);
        found += relation ? (int64_t)relation->count : 0;
    }
    return found;
}

/* A value for Python: its tag, and its text, or its name and arguments. */
EXPORT int evaluation_value(Evaluation *of, Value value, const void **found, Value *name, int32_t *size) {
    const Entry *one = entry(&of->table, value);
    *found = one->of.text;
    *name = one->name;
    *size = (int32_t)one->size;
    return (int)one->tag;
}

/* Write what a rule gives a branch to choose, as `offer` does. */
static void choices(Evaluation *of, const Rule *rule, int32_t number, const int64_t *numbers) {
    of->count = 0;
    of->state = branch(of, number);
    of->numbers = numbers;
    if (!is_able(of, of->state, rule)) return;
    Finish finish = {offer, rule->head, NULL, 0, NULL};
    run(of, rule->steps, rule->head - 1, &finish);
}

/* True if a rule gives any branch something to choose, or can't be evaluated. */
static int offers(Evaluation *of, const Rule *rule, const int64_t *numbers) {
    for (int32_t i = 0; i < (of->forked ? of->forked : 1); i++) {
        choices(of, rule, i, numbers);
        if (of->count || of->error) return 1;
    }
    return 0;
}

/* How a run goes on: with the step after it, or with what Python does at a step. */
enum { DONE, CHOICE, CIRCLE, NONE_LEFT, FAILED };

static int touches_diverged(const Evaluation *of, const Rule *rule) {
    for (int32_t i = 0; i < rule->touched; i++)
        if (of->diverged[rule->touches[i]]) return 1;
    return 0;
}

/* If one branch is left, go on in it alone. */
static void join_one(Evaluation *of) {
    if (of->forked != 1) return;
    State *one = &of->forks[0];
    for (int32_t i = 0; i < of->predicates; i++)
        if (one->relations[i]) {
            release(of->trunk.relations[i]);
            of->trunk.relations[i] = one->relations[i];
        }
    free(one->relations);
    of->trunk.origin = one->origin;
    of->forked = 0;
    memset(of->diverged, 0, (size_t)of->predicates);
}

static void keep_branches(Evaluation *of, const uint8_t *kept) {
    int32_t left = 0;
    for (int32_t i = 0; i < of->forked; i++) {
        if (kept[i]) of->forks[left++] = of->forks[i];
        else end_state(of, &of->forks[i]);
    }
    of->forked = left;
    join_one(of);
}

static int is_forbidden(Evaluation *of, const Rule *rule, State *state, const int64_t *numbers) {
    if (!is_able(of, state, rule)) return 0;
    of->state = state;
    of->numbers = numbers;
    return succeeds(of, rule->steps, rule->head - 1);
}

/* 0 if no branch is left. */
static int forbid(Evaluation *of, const Rule *rule, const int64_t *numbers) {
    if (!of->forked) return !is_forbidden(of, rule, &of->trunk, numbers);
    uint8_t *kept = fresh((size_t)of->forked);
    int32_t left = 0;
    for (int32_t i = 0; i < of->forked; i++) {
        kept[i] = !is_forbidden(of, rule, &of->forks[i], numbers);
        left += kept[i];
    }
    if (left && left < of->forked) keep_branches(of, kept);
    free(kept);
    return left != 0;
}

/* Evaluate the first of `rules` together, in one state or in all branches; `again`: until nothing is new. */
static void evaluate(Evaluation *of, int32_t count, int again) {
    int apart = 0;
    for (int32_t i = 0; of->forked && !apart && i < count; i++) apart = touches_diverged(of, of->rules[i]);
    for (int32_t each = 0; each < (apart ? of->forked : 1); each++) {
        State *state = apart ? &of->forks[each] : &of->trunk;
        int new = 1;
        while (new && !of->error) {
            new = 0;
            for (int32_t i = 0; i < count && !of->error; i++) new |= fire(of, of->rules[i], state, of->parts[i]);
            new &= again;
        }
    }
}

/* The steps of a call, as `evaluating.Order` has them. */
typedef struct {
    int32_t count;
    const uint16_t *statements, *places;
    const int32_t *groups;  /* where the group ends and what it is, of each place in the order */
    const uint8_t *chosen;  /* of each statement */
    uint64_t new;           /* the parts that are new, a bit for each */
    const int64_t *numbers; /* of each part */
} Call;

static const Rule *rule_at(const Evaluation *of, const Call *call, int32_t at) {
    return &of->plans->rules[of->plans->first_rules[call->statements[at]] + (call->places[at] >> 6)];
}

/* Have a rule of a call be one of those that are evaluated together. */
static void take(Evaluation *of, const Call *call, int32_t at, int32_t number) {
    if (number >= of->rules_room) {
        of->rules_room = 2 * number + 64;
        of->rules = larger(of->rules, (size_t)of->rules_room * sizeof *of->rules);
        of->parts = larger(of->parts, (size_t)of->rules_room * sizeof *of->parts);
    }
    of->rules[number] = rule_at(of, call, at);
    of->parts[number] = call->numbers + MOST_PARAMETERS * (call->places[at] & 63);
}

static int is_wanted(const Call *call, int32_t at) {
    return call->chosen[call->statements[at]] && call->new >> (call->places[at] & 63) & 1;
}

/* Evaluate a call from one of its steps on. `*at` is the step at which it ends, for which Python has to do something.
   Rules that form a circle through a negation are left to Python, but for those that can't fire. */
EXPORT int evaluation_run(Evaluation *of, const Call *call, int32_t *at) {
    while (*at < call->count) {
        int32_t first = *at, stop = call->groups[2 * first], kind = call->groups[2 * first + 1];
        int32_t count = 0;
        for (int32_t i = first; i < stop; i++) {
            if (!is_wanted(call, i)) continue;
            if (!kind && !of->forked && !is_able(of, &of->trunk, rule_at(of, call, i))) continue;
            take(of, call, i, count++);
        }
        if (count && kind & 2) return CIRCLE;
        if (count && of->rules[0]->kind == CHOOSES) {
            if (offers(of, of->rules[0], of->parts[0])) return CHOICE;
        } else if (count && of->rules[0]->kind == FORBIDS) {
            if (!forbid(of, of->rules[0], of->parts[0])) return NONE_LEFT;
        } else if (count) evaluate(of, count, kind & 1);
        if (of->error) return FAILED;
        *at = stop;
    }
    return DONE;
}

EXPORT int evaluation_error(const Evaluation *of) { return of->error; }

/* Which rules of a step can fire in any branch, some of them by what others of them derive. */
EXPORT void evaluation_able(Evaluation *of, const Call *call, int32_t first, int32_t stop, uint8_t *able) {
    uint8_t *may_be = zeroed((size_t)of->predicates, 1);
    for (int32_t p = 0; p < of->predicates; p++)
        for (int32_t i = 0; i < (of->forked ? of->forked : 1) && !may_be[p]; i++) {
            const Relation *relation = relation_of(of, branch(of, i), p);
            may_be[p] = relation && relation->count;
        }
    int new = 1;
    while (new) {
        new = 0;
        for (int32_t i = first; i < stop; i++) {
            const Rule *rule = rule_at(of, call, i);
            int fires = !able[i - first] && is_wanted(call, i);
            for (int32_t k = 0; k < rule->needed && fires; k++) fires = may_be[rule->needs[k]];
            if (!fires) continue;
            new = able[i - first] = 1;
            for (int32_t k = 0; k < rule->derived; k++) may_be[rule->derives[k]] = 1;
        }
    }
    free(may_be);
}

/* Evaluate some rules of a call together. */
EXPORT int evaluation_together(Evaluation *of, const Call *call, const int32_t *places, int32_t count, int again) {
    for (int32_t i = 0; i < count; i++) take(of, call, places[i], i);
    if (of->rules[0]->kind == FORBIDS) return forbid(of, of->rules[0], of->parts[0]) ? DONE : NONE_LEFT;
    evaluate(of, count, again);
    return of->error ? FAILED : DONE;
}

/* What a rule gives a branch to choose, as `offer` writes it. */
EXPORT int64_t evaluation_choices(Evaluation *of, const Call *call, int32_t at, int32_t number, const Value **found) {
    choices(of, rule_at(of, call, at), number, call->numbers + MOST_PARAMETERS * (call->places[at] & 63));
    *found = of->derived;
    return of->error ? -1 : (int64_t)of->count;
}

EXPORT int evaluation_has_row(Evaluation *of, int32_t number, int32_t predicate, const Value *row) {
    return has_row(relation_of(of, branch(of, number), predicate), row);
}

/* Go on in these branches, each as one of those before is: `before` has the number of that for each. */
EXPORT void evaluation_fork(Evaluation *of, const int32_t *before, int32_t count) {
    if (!of->forked && count == 1) {
        of->trunk.origin = 0;
        return;
    }
    State *forks = zeroed((size_t)count, sizeof(State));
    size_t size = (size_t)of->predicates * sizeof(Relation *);
    for (int32_t i = 0; i < count; i++) {
        forks[i].relations = zeroed(1, size);
        forks[i].origin = i;
        if (!of->forked) continue;
        memcpy(forks[i].relations, of->forks[before[i]].relations, size);
        for (int32_t p = 0; p < of->predicates; p++)
            if (forks[i].relations[p]) forks[i].relations[p]->references++;
    }
    for (int32_t i = 0; i < of->forked; i++) end_state(of, &of->forks[i]);
    free(of->forks);
    of->forks = forks;
    of->forked = count;
    join_one(of);
}

EXPORT void evaluation_put(Evaluation *of, int32_t number, int32_t predicate, const Value *row) {
    add_row(own_relation(of, branch(of, number), predicate), row);
}

/* The number that a branch had as branches last chose. */
EXPORT int32_t evaluation_origin(Evaluation *of, int32_t number) { return branch(of, number)->origin; }

EXPORT int32_t evaluation_branches(const Evaluation *of) { return of->forked ? of->forked : 1; }
