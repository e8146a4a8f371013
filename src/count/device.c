/* src/count/device.c - exposures dealt on a device of OpenCL. */
#include "count/device.h"

#if defined(FELT_OPENCL)

#include "count/opencl.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 128, NAME_BYTES = 128, LOG_BYTES = 512, ROOM_MAX = 1 << 18, PART_FORMS = 2 };

static const size_t ROOM_BYTES = (size_t)1 << 27, GRAPHICS_ROOM_BYTES = (size_t)1 << 33;

/* A program, and how its making went. */
typedef struct made_part {
    count_device *device;
    const felt_exposure *e;
    device_part part;
    cl_program program;
    cl_int code;
    felt_status status;
} made_part;

struct count_device {
    opencl cl;
    cl_device_id device;
    char name[NAME_BYTES];
    cl_context context;
    cl_command_queue queue;
    made_part parts[DEVICE_PARTS_MAX];
    int part_count;
    cl_kernel deal, note, *values; /* one for each piece of a form, in their order */
    int form_count, piece_count;
    cl_uint room;       /* shoes that are dealt at once */
    size_t rounds_most; /* of a shoe */
    cl_mem need, rows, terms, seen, lefts, rounds, valued, sums, pilots;
    int copies;
    uint64_t *words; /* room for the sums or the pilots of all copies */
};

/* An argument of a kernel. */
typedef struct argument {
    size_t size;
    const void *at;
} argument;

static felt_status fail(felt_error *error, const count_device *d, const char *what, cl_int code)
{
    return felt_error_set(error, FELT_EDATA, -1, "the device %s: %s failed with code %d", d->name, what, (int)code);
}

/* ---- programs ---- */

static void *make_part(void *context)
{
    made_part *m = context;
    const opencl *cl = &m->device->cl;
    char *source = NULL;
    m->status = device_source(m->e, &m->part, &source);
    if (m->status != FELT_OK)
        return NULL;
    const char *text = source;
    m->program = cl->clCreateProgramWithSource(m->device->context, 1, &text, NULL, &m->code);
    if (m->code == CL_SUCCESS)
        m->code = cl->clBuildProgram(m->program, 1, &m->device->device, "-cl-std=CL1.2", NULL, NULL);
    free(source);
    return NULL;
}

/* All of them, side by side where there are several. */
static void make_parts(count_device *d)
{
    pthread_t threads[DEVICE_PARTS_MAX];
    bool started[DEVICE_PARTS_MAX] = {false};
    for (int i = 1; i < d->part_count; i++)
        started[i] = pthread_create(&threads[i], NULL, make_part, &d->parts[i]) == 0;
    make_part(&d->parts[0]);
    for (int i = 1; i < d->part_count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            make_part(&d->parts[i]);
    }
}

static felt_status refused(const count_device *d, const made_part *m, felt_error *error)
{
    char log[LOG_BYTES] = "";
    if (m->status != FELT_OK)
        return m->status;
    if (m->program == NULL)
        return fail(error, d, "making a program", m->code);
    d->cl.clGetProgramBuildInfo(m->program, d->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    return felt_error_set(error, FELT_EDATA, -1, "the device %s does not take the program: %.300s", d->name, log);
}

static felt_status find_kernels(count_device *d, felt_error *error)
{
    cl_int code = CL_SUCCESS;
    int number = 0;
    d->deal = d->cl.clCreateKernel(d->parts[0].program, "deal", &code);
    if (code == CL_SUCCESS)
        d->note = d->cl.clCreateKernel(d->parts[0].program, "note", &code);
    for (int p = 0; p < d->part_count; p++) {
        const device_part *part = &d->parts[p].part;
        for (int i = part->first; i < part->end; i++) {
            for (int piece = 0; piece < device_pieces(&d->parts[p].e->values.forms[i]) && code == CL_SUCCESS; piece++) {
                char name[32];
                snprintf(name, sizeof name, "value_%d", number);
                d->values[number++] = d->cl.clCreateKernel(d->parts[p].program, name, &code);
            }
        }
    }
    return code == CL_SUCCESS ? FELT_OK : fail(error, d, "finding a kernel", code);
}

static felt_status build(count_device *d, const felt_exposure *e, felt_error *error)
{
    /* A processor's driver makes one at a time. */
    int forms = e->values.count, parts = opencl_is_graphics(&d->cl, d->device) ? (forms + PART_FORMS - 1) / PART_FORMS : 1;
    d->form_count = forms;
    for (int i = 0; i < forms; i++)
        d->piece_count += device_pieces(&e->values.forms[i]);
    d->values = calloc((size_t)d->piece_count, sizeof *d->values);
    d->part_count = parts > DEVICE_PARTS_MAX ? DEVICE_PARTS_MAX : parts;
    if (d->values == NULL)
        return FELT_ENOMEM;
    for (int i = 0; i < d->part_count; i++)
        d->parts[i] = (made_part){.device = d, .e = e, .part = {forms * i / d->part_count, forms * (i + 1) / d->part_count}};
    make_parts(d);
    for (int i = 0; i < d->part_count; i++)
        if (d->parts[i].status != FELT_OK || d->parts[i].code != CL_SUCCESS)
            return refused(d, &d->parts[i], error);
    return find_kernels(d, error);
}

/* ---- memory ---- */

static cl_mem table(count_device *d, const void *from, size_t size, cl_int *code)
{
    cl_mem_flags flags = from != NULL ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    return *code == CL_SUCCESS ? d->cl.clCreateBuffer(d->context, flags, size, (void *)from, code) : NULL;
}

static cl_int make_tables(count_device *d, const device_tables *t)
{
    cl_int code = CL_SUCCESS;
    d->rows = table(d, t->rows, (4 * t->row_count + 4) * sizeof *t->rows, &code);
    d->terms = table(d, t->terms, (2 * t->term_count + 2) * sizeof *t->terms, &code);
    return code;
}

/* What shoes that are dealt at once may take: a graphics processor is busy only with very many. */
static size_t room_bytes(const count_device *d)
{
    cl_ulong memory = 0, most = 0;
    if (!opencl_is_graphics(&d->cl, d->device))
        return ROOM_BYTES;
    d->cl.clGetDeviceInfo(d->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    d->cl.clGetDeviceInfo(d->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    memory = memory / 8 < most ? memory / 8 : most;
    return memory > GRAPHICS_ROOM_BYTES ? GRAPHICS_ROOM_BYTES : (size_t)memory;
}

/* What rounds are kept in: as many shoes as fit. */
static cl_int make_lists(count_device *d, const felt_exposure *e)
{
    cl_int code = CL_SUCCESS;
    d->rounds_most = (size_t)e->deals.cards / 4;
    size_t each = d->rounds_most * (16 + 2 + 8 * (size_t)d->form_count), room = room_bytes(d) / each;
    room = room > ROOM_MAX ? ROOM_MAX : room / GROUP * GROUP;
    d->room = (cl_uint)(room < GROUP ? GROUP : room);
    d->seen = table(d, NULL, d->rounds_most * d->room * 16, &code);
    d->lefts = table(d, NULL, (d->rounds_most + 1) * d->room * 2, &code);
    d->rounds = table(d, NULL, d->room, &code);
    d->valued = table(d, NULL, d->rounds_most * d->room * 8 * (size_t)d->form_count, &code);
    d->need = table(d, NULL, ((size_t)e->setup.system_count + 1) * sizeof e->counters->need, &code);
    return code;
}

static cl_int make_sums(count_device *d, const felt_exposure *e)
{
    cl_int code = CL_SUCCESS;
    d->sums = table(d, NULL, (size_t)d->copies * 3 * e->sum_count * sizeof *d->words, &code);
    d->pilots = table(d, NULL, (size_t)d->copies * 3 * (e->pilot_count + 1) * sizeof *d->words, &code);
    return code;
}

static felt_status make_buffers(count_device *d, const felt_exposure *e, felt_error *error)
{
    device_tables tables;
    felt_status status = device_tables_make(e, &tables);
    if (status != FELT_OK)
        return status;
    d->copies = device_copies(e);
    d->words = calloc((size_t)d->copies * 3 * (e->sum_count + e->pilot_count + 1), sizeof *d->words);
    cl_int code = make_tables(d, &tables);
    device_tables_free(&tables);
    if (code == CL_SUCCESS)
        code = make_lists(d, e);
    if (code == CL_SUCCESS)
        code = make_sums(d, e);
    if (d->words == NULL)
        return FELT_ENOMEM;
    return code == CL_SUCCESS ? FELT_OK : fail(error, d, "taking memory", code);
}

/* ---- opening and closing ---- */

felt_status count_device_open(const felt_exposure *e, count_device **ret, felt_error *error)
{
    count_device *d = calloc(1, sizeof *d);
    cl_int code = CL_SUCCESS;
    if (d == NULL)
        return FELT_ENOMEM;
    felt_status status = FELT_OK;
    if (!opencl_open(&d->cl))
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "there is no OpenCL on this machine; Debian's is ocl-icd-libopencl1");
    else if (!opencl_choose(&d->cl, &d->device))
        status = felt_error_set(error, FELT_ENOTFOUND, -1,
                                "OpenCL knows no device that can count: install the driver of a graphics processor, or pocl-opencl-icd");
    if (status == FELT_OK) {
        d->cl.clGetDeviceInfo(d->device, CL_DEVICE_NAME, sizeof d->name - 1, d->name, NULL);
        d->context = d->cl.clCreateContext(NULL, 1, &d->device, NULL, NULL, &code);
        if (code == CL_SUCCESS)
            d->queue = d->cl.clCreateCommandQueue(d->context, d->device, 0, &code);
        status = code == CL_SUCCESS ? build(d, e, error) : fail(error, d, "opening it", code);
    }
    if (status == FELT_OK)
        status = make_buffers(d, e, error);
    if (status == FELT_OK)
        *ret = d;
    else
        count_device_close(d);
    return status;
}

static void release_kernel(const count_device *d, cl_kernel kernel)
{
    if (kernel != NULL)
        d->cl.clReleaseKernel(kernel);
}

void count_device_close(count_device *d)
{
    if (d == NULL)
        return;
    cl_mem buffers[] = {d->need, d->rows, d->terms, d->seen, d->lefts, d->rounds, d->valued, d->sums, d->pilots};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        if (buffers[i] != NULL)
            d->cl.clReleaseMemObject(buffers[i]);
    release_kernel(d, d->deal);
    release_kernel(d, d->note);
    for (int i = 0; i < d->piece_count && d->values != NULL; i++)
        release_kernel(d, d->values[i]);
    for (int i = 0; i < d->part_count; i++)
        if (d->parts[i].program != NULL)
            d->cl.clReleaseProgram(d->parts[i].program);
    if (d->queue != NULL)
        d->cl.clReleaseCommandQueue(d->queue);
    if (d->context != NULL)
        d->cl.clReleaseContext(d->context);
    /* The library stays open: drivers do not like to be unloaded. */
    free(d->values);
    free(d->words);
    free(d);
}

const char *count_device_name(const count_device *d)
{
    return d->name;
}

/* ---- dealing ---- */

/* Runs a kernel for `shoes` shoes, and `rounds` rounds of each. */
static cl_int launch(count_device *d, cl_kernel kernel, const argument *arguments, cl_uint count, cl_uint shoes, size_t rounds)
{
    const size_t local[2] = {GROUP, 1}, global[2] = {((size_t)shoes + GROUP - 1) / GROUP * GROUP, rounds};
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < count && code == CL_SUCCESS; i++)
        code = d->cl.clSetKernelArg(kernel, i, arguments[i].size, arguments[i].at);
    return code == CL_SUCCESS ? d->cl.clEnqueueNDRangeKernel(d->queue, kernel, 2, NULL, global, local, 0, NULL, NULL) : code;
}

#define ARGUMENT(of)                                                                                                                       \
    {                                                                                                                                      \
        sizeof(of), &(of)                                                                                                                  \
    }

/* At most as many shoes as there is room for. */
static cl_int deal_room(count_device *d, const felt_exposure *e, uint64_t first, cl_uint shoes, bool pilot)
{
    const cl_ulong seed = e->deals.seed, from = first;
    const cl_uint is_pilot = pilot;
    const argument dealt[] = {ARGUMENT(seed),    ARGUMENT(from),    ARGUMENT(shoes),    ARGUMENT(is_pilot),
                              ARGUMENT(d->room), ARGUMENT(d->seen), ARGUMENT(d->lefts), ARGUMENT(d->rounds)};
    const argument valued[] = {ARGUMENT(shoes),   ARGUMENT(d->room),   ARGUMENT(d->rows),  ARGUMENT(d->terms),
                               ARGUMENT(d->seen), ARGUMENT(d->rounds), ARGUMENT(d->valued)};
    const argument noted[] = {ARGUMENT(shoes),     ARGUMENT(is_pilot),  ARGUMENT(d->room), ARGUMENT(d->seen), ARGUMENT(d->lefts),
                              ARGUMENT(d->rounds), ARGUMENT(d->valued), ARGUMENT(d->need), ARGUMENT(d->sums), ARGUMENT(d->pilots)};
    cl_int code = launch(d, d->deal, dealt, sizeof dealt / sizeof *dealt, shoes, 1);
    for (int i = 0; i < d->piece_count && code == CL_SUCCESS; i++)
        code = launch(d, d->values[i], valued, sizeof valued / sizeof *valued, shoes, d->rounds_most);
    return code == CL_SUCCESS ? launch(d, d->note, noted, sizeof noted / sizeof *noted, shoes, 1) : code;
}

/* Triggers are known by now, or this is the pilot; sums begin with 0. */
static cl_int prepare(count_device *d, const felt_exposure *e)
{
    const cl_ulong zero = 0;
    size_t sums = (size_t)d->copies * 3 * e->sum_count * sizeof zero, pilots = (size_t)d->copies * 3 * (e->pilot_count + 1) * sizeof zero;
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < e->setup.system_count && code == CL_SUCCESS; i++)
        code = d->cl.clEnqueueWriteBuffer(d->queue, d->need, CL_FALSE, (size_t)i * sizeof e->counters[i].need, sizeof e->counters[i].need,
                                          e->counters[i].need, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = d->cl.clEnqueueFillBuffer(d->queue, d->sums, &zero, sizeof zero, 0, sums, 0, NULL, NULL);
    return code == CL_SUCCESS ? d->cl.clEnqueueFillBuffer(d->queue, d->pilots, &zero, sizeof zero, 0, pilots, 0, NULL, NULL) : code;
}

/* Adds all copies up; `each` sums are in one. */
static cl_int collect(count_device *d, cl_mem from, size_t each, value_wide *sums, size_t count)
{
    size_t words = (size_t)d->copies * 3 * each;
    cl_int code = d->cl.clEnqueueReadBuffer(d->queue, from, CL_TRUE, 0, words * sizeof *d->words, d->words, 0, NULL, NULL);
    for (size_t copy = 0; copy < (size_t)d->copies && code == CL_SUCCESS; copy++) {
        for (size_t i = 0; i < count; i++) {
            const uint64_t *w = d->words + (copy * each + i) * 3;
            sums[i] += (value_wide)w[0] + (value_wide)w[1] * ((value_wide)1 << 32) + (value_wide)(int64_t)w[2] * ((value_wide)1 << 64);
        }
    }
    return code;
}

felt_status count_device_deal(count_device *d, felt_exposure *e, uint64_t first, uint32_t count, bool pilot, felt_error *error)
{
    cl_int code = prepare(d, e);
    for (uint32_t dealt = 0; dealt < count && code == CL_SUCCESS; dealt += d->room)
        code = deal_room(d, e, first + dealt, count - dealt < d->room ? count - dealt : d->room, pilot);
    if (code == CL_SUCCESS && pilot)
        code = collect(d, d->pilots, e->pilot_count + 1, e->pilot, e->pilot_count);
    else if (code == CL_SUCCESS)
        code = collect(d, d->sums, e->sum_count, e->sums, e->sum_count);
    return code == CL_SUCCESS ? FELT_OK : fail(error, d, "dealing", code);
}

#else

felt_status count_device_open(const felt_exposure *e, count_device **ret, felt_error *error)
{
    (void)e;
    (void)ret;
    return felt_error_set(error, FELT_ENOTFOUND, -1, "this Felt was built without OpenCL; the headers are Debian's opencl-headers");
}

void count_device_close(count_device *d)
{
    (void)d;
}

const char *count_device_name(const count_device *d)
{
    (void)d;
    return "";
}

felt_status count_device_deal(count_device *d, felt_exposure *e, uint64_t first, uint32_t count, bool pilot, felt_error *error)
{
    (void)d;
    (void)e;
    (void)first;
    (void)count;
    (void)pilot;
    return felt_error_set(error, FELT_ENOTFOUND, -1, "this Felt was built without OpenCL");
}

#endif
